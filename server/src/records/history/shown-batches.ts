import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import type { Batch } from '@quartermaster/contract/history/history.schema';
import { madeBy } from '../../access/audit.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { areaOfTable } from '../kinds/entities.ts';
import { type About, labelOf, labelOfUndo, mainTable } from './labels.ts';
import { type RecordReference, nameIn, visibleNamesIn } from './names.ts';
import type { PastBatch } from './read.ts';

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));

/** Batches as people read them; one that was about a single record names it. */
export async function shownBatches(db: Db, owner: Owner, rows: readonly PastBatch[]): Promise<Batch[]> {
  const abouts = rows.map(({ about }) => parsed<About>(about));
  const single = abouts.map((about) => {
    const table = about ? mainTable(about) : undefined;
    return about?.recordId === undefined || !table ? null : { table, recordId: about.recordId };
  });
  const names = await visibleNamesIn(
    db,
    owner,
    [...single, ...abouts.map((about) => about?.to)].flatMap((each) => each ?? []),
  );
  // Whoever sees everything is told that a record has lost its name; a hidden one is not named.
  const nameOf = (one: RecordReference | null): string | undefined =>
    one && (names.has(one.recordId) || owner.scopes.length === 0) ? nameIn(names, one) : undefined;
  return rows.map((row, at) => {
    const { id, label, created, updated, deleted, undoOf, undoneBy } = row;
    const [about = null, one = null] = [abouts[at], single[at]];
    const kind = row.kind as BatchKind;
    const table = about ? mainTable(about) : undefined;
    return {
      id,
      kind,
      ...madeBy(row),
      at: iso(row.at),
      label: label ?? labelOf(kind, about, row, { record: nameOf(one), to: nameOf(about?.to ?? null) }),
      counts: { created, updated, deleted },
      undoOf,
      undoneBy,
      source: parsed<NonNullable<Batch['source']>>(row.source),
      state: row.progress === null ? 'done' : 'running',
      progress: parsed<NonNullable<Batch['progress']>>(row.progress),
      area: table ? areaOfTable(table) : null,
    };
  });
}

/**
 * The label of the undo of a batch. It is stored, so it does not name the record that others were moved to: that name
 * leaves the history with its record.
 */
export async function labelOfItsUndo(db: Db, owner: Owner, batch: PastBatch): Promise<string> {
  const about = parsed<About>(batch.about);
  const unnamed = about?.to ? { ...batch, about: JSON.stringify({ ...about, to: undefined }) } : batch;
  const [shown] = await shownBatches(db, owner, [unnamed]);
  return shown ? labelOfUndo(shown) : 'Undid an act';
}
