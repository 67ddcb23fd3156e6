import type { Tag } from '@quartermaster/contract/rules/tags';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import type { ReactNode } from 'react';

/** What both ways to type a tag take. */
export interface TagInputProps {
  value: readonly Tag[];
  onAdd: (tag: Tag) => void;
  available: AvailableTags;
  error: string | undefined;
  after: ReactNode;
  counter: ReactNode;
}
