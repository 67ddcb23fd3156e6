import type { Area } from '@quartermaster/contract/api/areas';
import { createHash } from 'node:crypto';
import type { Caller } from '../../access/caller.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { targetAt } from '../../records/import/targets.ts';
import type { Details } from './imports.staged.ts';

type Headers = readonly string[];

const mappingsKept = 100;

/**
 * By what a mapping is found again. A header may be a secret, if the file has none, so that nobody is to guess it from
 * what is stored: it needs the workspace's key.
 */
const headersKey = ({ owner, principal }: Caller, area: Area, headers: Headers): string =>
  owner.sealer.fingerprint('import_mappings', principal.userId, area, JSON.stringify(headers));

/** What earlier versions stored. */
const earlierKey = (headers: Headers): string =>
  createHash('sha256').update(JSON.stringify(headers)).digest('base64url');

/** What the person made of columns of these names before. It is stored by position, without the names. */
export async function rememberedMapping(
  db: Db,
  caller: Caller,
  area: Area,
  headers: Headers,
): Promise<Details['mapping'] | null> {
  const row = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('ownerId', '=', caller.owner.id)
    .where('userId', '=', caller.principal.userId)
    .where('area', '=', area)
    .where('headers', 'in', [headersKey(caller, area, headers), earlierKey(headers)])
    .orderBy('usedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const paths = JSON.parse(row.mapping) as (string | null)[];
  const isTarget = (path: string) => targetAt(tableOfArea[area], path) !== undefined;
  return Object.fromEntries(
    headers.map((header, at) => {
      const path = paths[at] ?? null;
      return [header, path !== null && isTarget(path) ? path : null];
    }),
  );
}

/** Remembers a mapping by the headers that it is of, and forgets the person's oldest ones. */
export async function rememberMapping(
  tx: Tx,
  caller: Caller,
  { area, columns, mapping }: Pick<Details, 'area' | 'columns' | 'mapping'>,
): Promise<void> {
  const { owner, principal } = caller;
  const paths = columns.map((header) => (Object.hasOwn(mapping, header) ? mapping[header] : null));
  const key = {
    ownerId: owner.id,
    userId: principal.userId,
    area,
    headers: headersKey(caller, area, columns),
  };
  const said = { mapping: JSON.stringify(paths), usedAt: Date.now() };
  await tx
    .insertInto('import_mappings')
    .values({ ...key, ...said })
    .onConflict((conflict) => conflict.columns(['ownerId', 'userId', 'area', 'headers']).doUpdateSet(said))
    .execute();
  const kept = await tx
    .selectFrom('import_mappings')
    .select('usedAt')
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .orderBy('usedAt', 'desc')
    .offset(mappingsKept)
    .limit(1)
    .executeTakeFirst();
  await tx
    .deleteFrom('import_mappings')
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('area', '=', area), eb('headers', '=', earlierKey(columns))]),
        eb('usedAt', '<=', kept?.usedAt ?? -1),
      ]),
    )
    .execute();
}
