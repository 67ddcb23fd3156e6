import type { LucideIcon } from 'lucide-react';

/** What the interface knows about an entity outside its page, in addition to the facts in the contract. */
export interface EntityEntry {
  icon: LucideIcon;
  /** The label of the link to the entity's page. */
  label: string;
  /** The page's title, if it differs from the label. */
  title?: string;
  /** g followed by this key goes to the page. */
  key: string;
  /** The menu that contains the link. */
  menu: 'header' | 'accounts';
  /** What else people call it, for search. */
  words?: string;
  /** The position among links and commands; equal ones keep the order of the kinds. */
  place: number;
  /** The position in the chain of references, from entities that refer to nothing (0) to domains. */
  depth: number;
  /** The list has pages of 20; otherwise it loads more while scrolling. */
  paged?: true;
  /** The page's initial filters. */
  startFilters?: Readonly<Record<string, string>>;
  /** The order of an unsorted list with any of these filters. */
  ordered?: { by: string; filters: readonly string[] };
  /** Requests what else must be there when the first rows are shown. */
  prefetch?: () => void;
  /** The detail beside a name is an address, set in the monospaced font. */
  monoDetail?: true;
  /** Search offers to copy the password. */
  password?: true;
  /** What the web address opens: 'panel'. */
  urlName?: string;
}
