import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Area } from '@quartermaster/contract/api/areas';
import { areaOfEntity } from './entities.ts';
import type { Entity, Identified } from './entity.ts';
import type { Steps } from './steps.ts';

interface Listed {
  area: Area | undefined;
  rows: readonly Identified[];
}

/** The rows of the list that was shown last. */
const useListed = create<Listed>(() => ({ area: undefined, rows: [] }));

/** Makes the rows of a list the neighbours of one another. */
export function useListing(entity: Pick<Entity, 'path'>, rows: readonly Identified[]): void {
  useEffect(() => useListed.setState({ area: areaOfEntity(entity), rows }), [entity, rows]);
}

/** Links to a record's neighbours in the list; undefined if the list does not contain it. */
export function useNeighbours(area: Area, id: string, onStep: (id: string) => void): Steps | undefined {
  const listed = useListed();
  return useMemo(() => {
    const place = listed.area === area ? listed.rows.findIndex((row) => row.id === id) : -1;
    if (place < 0) return undefined;
    const to = (row: Identified | undefined) => row && (() => onStep(row.id));
    return { previous: to(listed.rows[place - 1]), next: to(listed.rows[place + 1]) };
  }, [listed, area, id, onStep]);
}
