import type { Area } from '@quartermaster/contract/api/areas';
import type { search } from '@quartermaster/contract/search/search.schema';
import type { LucideIcon } from 'lucide-react';
import type { z } from 'zod';

type Results = z.output<typeof search.data>['results'];

/** A found record, and its entity. */
export type Found = Results[number]['found'][number] & { area: Area };

/** A result that can be run. */
export interface Entry {
  id: string;
  label: string;
  /** The page that it is a section of. */
  within?: string;
  /** Other words by which it is found. */
  words?: string;
  icon: LucideIcon;
  run: () => void;
  /** Whether it opens another page, so that the focus can't return to where it was. */
  leaves?: boolean;
  /** Set for records, which have further actions. */
  found?: Found;
}

export interface EntryGroup {
  label: string;
  items: Entry[];
}
