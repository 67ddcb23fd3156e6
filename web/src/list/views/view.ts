import { useMemo } from 'react';
import { useStored } from '../../ui/use-stored.ts';
import type { Entity } from '../../records/entity.ts';
import { type Widths, narrowest } from '../table/column-widths.ts';
import { inOrder } from './column-order.ts';
import type { AnyColumn } from '../table/table-props.ts';

export const densities = ['compact', 'default', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** Row heights in pixels. */
export const rowHeights: Record<Density, number> = { compact: 34, default: 44, comfortable: 56 };

const readDensity = (stored: unknown): Density => densities.find((known) => known === stored) ?? 'default';
const readIds = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];

/** The row density of all lists. */
export const useDensity = () => useStored('density', readDensity);

/** The ids of the hidden columns of an entity's list. */
export const useHidden = ({ path }: Pick<Entity, 'path'>) => useStored(`hiddenColumns:${path}`, readIds);

const readWidths = (stored: unknown): Widths =>
  Object.fromEntries(
    Object.entries(stored ?? {}).filter(([, width]) => Number.isFinite(width) && Number(width) >= narrowest),
  );

/** The chosen widths of columns of an entity's list. */
export const useWidths = ({ path }: Pick<Entity, 'path'>) => useStored(`columnWidths:${path}`, readWidths);

/**
 * The columns of an entity's list in the chosen order: `all` of them, and those `shown`. The first column identifies the
 * row, so it is neither hidden nor moved.
 */
export function useColumns<C extends Pick<AnyColumn<never>, 'id'>>(
  { path }: Pick<Entity, 'path'>,
  columns: readonly C[],
) {
  const [hidden] = useHidden({ path });
  const [chosen, setOrder] = useStored(`columnOrder:${path}`, readIds);
  return useMemo(() => {
    const all = inOrder(columns, chosen);
    return {
      all,
      shown: all.filter(({ id }, place) => place === 0 || !hidden.includes(id)),
      /** The ids of all columns. */
      order: all.map(({ id }) => id),
      /** Whether somebody has moved a column. */
      isMoved: all.some((column, place) => column !== columns[place]),
      setOrder,
    };
  }, [columns, hidden, chosen, setOrder]);
}
