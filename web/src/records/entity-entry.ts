import type { LucideIcon } from 'lucide-react';

/** What the interface knows of an entity outside of its page, beside the facts in the contract. */
export interface EntityEntry {
  icon: LucideIcon;
  /** The link to its page, which is at the entity's path. */
  label: string;
  /** The title of that page, where it isn't the link's. */
  title?: string;
  /** After g, it goes to that page. */
  key: string;
  /** Where that link is. */
  menu: 'header' | 'accounts';
  /** Its place among the links and commands; of two in one place the order of the kinds decides. */
  place: number;
  /** Its place in the chain of references, from what refers to nothing (0) to domains. */
  depth: number;
  /** The list comes in pages of 20; otherwise it loads on while scrolling. */
  paged?: true;
  /** The filters that the page starts with. */
  startFilters?: Readonly<Record<string, string>>;
  /** Filters with which a list that nobody has sorted comes in an order of its own. */
  ordered?: { by: string; filters: readonly string[] };
  /** Fetches what else has to be there when the first rows are shown. */
  prefetch?: () => void;
  /** The detail beside a name is an address, set in the monospaced font. */
  monoDetail?: true;
  /** Search offers to copy its password. */
  password?: true;
  /** What its web address opens: 'panel'. */
  urlName?: string;
}
