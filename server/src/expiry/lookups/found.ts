import type { LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { looksSoon, planKey } from '../../jobs/due.ts';
import { inChunks } from '../../lib/paced.ts';
import { areaOfTable } from '../../records/kinds/entities.ts';
import type { Follower } from '../../records/table/change-log.ts';
import { forgetFactsOf } from './facts.ts';

/** The column that says what is looked up, and those on which it depends how often. */
const columnsOf: Readonly<Record<LookedUpArea, { asked: string; dates: readonly string[] }>> = {
  domains: { asked: 'domain', dates: ['expirationDate'] },
  servers: { asked: 'panelUrl', dates: [] },
};

const foundTables = ['checks', 'findings'] as const;
const lookedUpKinds = ['domain', 'tls'];
const idsAtOnce = 500;

/**
 * Forgets what was found about records that are gone or now name something else, and has looked up what is new: at the
 * end, since other writers wait for the job's row.
 */
export const followFound: Follower = async (tx, { id: ownerId }, table, changes, log) => {
  const columns = (columnsOf as Partial<Record<string, (typeof columnsOf)[LookedUpArea]>>)[
    areaOfTable(table)
  ];
  if (!columns) return [];
  const differ = (names: readonly string[]) =>
    changes.filter(({ before, after }) => names.some((name) => before?.[name] !== after?.[name]));
  for await (const some of inChunks(differ([columns.asked]), idsAtOnce)) {
    const ids = some.flatMap(({ before }) => (before ? [String(before['id'])] : []));
    if (ids.length === 0) continue;
    await forgetFactsOf(tx, ownerId, ids);
    for (const name of foundTables)
      await tx.deleteFrom(name).where('ownerId', '=', ownerId).where('recordId', 'in', ids).execute();
    await tx
      .deleteFrom('shown_dates')
      .where('ownerId', '=', ownerId)
      .where('recordId', 'in', ids)
      .where('what', 'in', lookedUpKinds)
      .execute();
  }
  if (differ([columns.asked, ...columns.dates]).some(({ after }) => after !== undefined))
    log.atEnd(planKey(ownerId), (end) => looksSoon(end, ownerId));
  return [];
};
