import { type FocusEvent, type RefObject, useRef } from 'react';
import type { Identified } from '../../records/entity.ts';
import type { Entrance, RowsProps } from './table-props.ts';
import { useRowKeys } from './use-row-keys.ts';

/** What the elements around the rows need. */
export interface PlainRows {
  /** Around the rows, also while there are none. */
  frame: RefObject<HTMLDivElement | null>;
  box: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
  entrance: Entrance;
}

interface Options<T> extends Pick<RowsProps<T>, 'selection' | 'onSelect' | 'onOpen' | 'onRelations'> {
  rows: readonly T[];
  isSettled: boolean;
  /** Further keys on a row. */
  keys?: Readonly<Record<string, (row: T) => boolean>>;
}

/** The keys of other lists, for one whose rows are all rendered, and neither edited nor deleted. */
export function usePlainRows<T extends Identified>(options: Options<T>): PlainRows {
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const entrance: Entrance = useRef(undefined);
  const onFocus = useRowKeys({
    ...options,
    ...{ frame, box, entrance },
    ...{ onEdit: undefined, onDelete: undefined, scrollTo: nothing },
  });
  return { frame, box, entrance, onFocus };
}

const nothing = () => {};
