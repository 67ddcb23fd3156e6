import { type ReactNode, useState } from 'react';
import type { Versioned } from '../../records/entity.ts';
import { deferred } from '../../ui/deferred.tsx';
import type { BulkBarProps } from './selection-bar.tsx';

// Loaded once something is selected.
const SelectionBar = deferred(() => import('./selection-bar.tsx'));

/** The actions on selected records; hidden while nothing is selected. */
export function BulkBar<T extends Versioned>(props: BulkBarProps<T>): ReactNode {
  const [isUsed, setUsed] = useState(false);
  if (props.page.selection.count > 0 && !isUsed) setUsed(true);
  return isUsed && <SelectionBar {...(props as unknown as BulkBarProps<Versioned>)} />;
}
