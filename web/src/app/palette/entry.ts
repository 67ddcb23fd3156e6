import type { Area } from '@quartermaster/contract/api/areas';
import type { search } from '@quartermaster/contract/search/search.schema';
import type { LucideIcon } from 'lucide-react';
import type { z } from 'zod';

type Results = z.output<typeof search.data>['results'];

/** A record that was found, and its kind. */
export type Found = Results[number]['found'][number] & { area: Area };

/** Something that can be chosen. */
export interface Entry {
  id: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** The page goes: there is no way back for the focus. */
  leaves?: boolean;
  /** More can be done with it than to open it. */
  found?: Found;
}

export interface EntryGroup {
  label: string;
  items: Entry[];
}
