import type { Tag } from '@quartermaster/contract/rules/tags';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import type { ReactNode } from 'react';

/** Props of both tag inputs. */
export interface TagInputProps {
  value: readonly Tag[];
  onAdd: (tag: Tag) => void;
  available: AvailableTags;
  error: string | undefined;
  after: ReactNode;
  counter: ReactNode;
}
