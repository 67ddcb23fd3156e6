import type { Owner } from '../../access/owner.ts';
import type { Tx } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { storedBytes } from '../list/stored-bytes.ts';
import { textLength } from '../kinds/row.ts';
import { type Reversal, actionOf } from './reversals.ts';

const rowsAtOnce = 200;

/** Reversals that follow one another, of one kind in one table under one owner. */
function* alike(reversals: readonly Reversal[]): Generator<Reversal[]> {
  const kindOf = (each: Reversal) => `${each.table} ${each.ownerId} ${actionOf(each)}`;
  let group: Reversal[] = [];
  for (const reversal of reversals) {
    const [first] = group;
    if (first && (kindOf(first) !== kindOf(reversal) || group.length === rowsAtOnce)) {
      yield group;
      group = [];
    }
    group.push(reversal);
  }
  if (group.length > 0) yield group;
}

/** Those that are done together, of about a megabyte with what their records hold now: one record may hold that much. */
export async function* groupsOf(
  tx: Tx,
  owner: Owner,
  reversals: readonly Reversal[],
): AsyncGenerator<Reversal[]> {
  for (const group of alike(reversals)) {
    const [first] = group;
    if (!first) continue;
    const ids = group.map(({ recordId }) => recordId);
    const stored = await storedBytes(tx, owner, first.table, ids);
    const sized = group.map((reversal, at) => ({
      reversal,
      size: (stored[at] ?? 0) + textLength(reversal.was ?? {}) + textLength(reversal.made ?? {}),
    }));
    for await (const some of inChunks(sized, rowsAtOnce, ({ size }) => size))
      yield some.map(({ reversal }) => reversal);
  }
}
