import { type ReactNode, Suspense, useState } from 'react';
import type { Versioned } from '../records/entity.ts';
import { deferred, usePreload } from '../ui/deferred.tsx';
import type { BulkBarProps } from './selection-bar.tsx';

// Not needed until something is selected.
const SelectionBar = deferred(() => import('./selection-bar.tsx'));

/** The actions on selected records; hidden while there are none. */
export function BulkBar<T extends Versioned>(props: BulkBarProps<T>): ReactNode {
  const { selection, list } = props.page;
  const [isUsed, setUsed] = useState(false);
  usePreload(SelectionBar, !list.isLoading);
  if (selection.count > 0 && !isUsed) setUsed(true);
  return (
    isUsed && (
      <Suspense>
        <SelectionBar {...(props as unknown as BulkBarProps<Versioned>)} />
      </Suspense>
    )
  );
}
