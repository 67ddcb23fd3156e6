import type { MismatchField } from '@quartermaster/contract/mismatches/mismatches.routes';
import { isSameRegistrar } from '@quartermaster/contract/rules/registrar-names';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { type Condition, allOf, isAmong } from '../records/table/conditions.ts';
import { isSeen } from '../records/table/scope.ts';
import { linesIn } from './findings.ts';
import { ofRegistrar } from './mismatch-conditions.ts';

/** The records that fit what was found, two at least if they are several. */
export interface Fitting {
  ids: string[];
  nouns: readonly [one: string, several: string];
}

interface Row {
  field: MismatchField;
  found: string;
  fits: string;
}

interface Candidate {
  id: string;
  /** What a finding names it by. */
  key: string;
}

const valuesIn = (rows: readonly Row[], name: MismatchField) => [
  ...new Set(rows.filter(({ field }) => field === name).flatMap(({ fits }) => linesIn(fits))),
];

/** Of each key the first and the last: the second tells that there are several. */
async function candidates(
  db: Db,
  from: RawBuilder<unknown>,
  [key, id]: readonly [key: string, id: string],
  conditions: readonly Condition[],
): Promise<Candidate[]> {
  const { rows } = await read(
    db,
    sql<{
      key: string;
      first: string;
      last: string;
    }>`select ${sql.ref(key)} as key, min(${sql.ref(id)}) as first,
    max(${sql.ref(id)}) as last from ${from} where ${allOf(conditions)} group by ${sql.ref(key)}`,
  );
  return rows.flatMap((row) =>
    [...new Set([row.first, row.last])].map((each) => ({ id: each, key: row.key })),
  );
}

/** Finds the records that fit what was found. */
export async function fittingRecords(
  db: Db,
  owner: Owner,
  rows: readonly Row[],
): Promise<(row: Row) => Fitting> {
  const having = async (field: 'server' | 'cdn', table: OwnedTableName, column: string) => {
    const values = valuesIn(rows, field);
    const among = isAmong(db, `${table}.${column}`, valuesOf(db, [['text', values]]));
    const keys = [`${table}.${column}`, `${table}.id`] as const;
    return values.length === 0 ? [] : candidates(db, sql.table(table), keys, [isSeen(table, owner), among]);
  };
  const servers = await having('server', 'servers', 'ip');
  const cdns = await having('cdn', 'cdn_accounts', 'provider');
  const registrars = rows.some(({ field }) => field === 'registrar')
    ? await candidates(
        db,
        ofRegistrar,
        ['kind.name', 'account.id'],
        [isSeen('registrator_accounts', owner, 'account')],
      )
    : [];
  const idsWith = (all: readonly Candidate[], fits: (key: string) => boolean) => [
    ...new Set(all.filter(({ key }) => fits(key)).map(({ id }) => id)),
  ];
  return ({ field, found, fits }) => {
    const values = linesIn(fits);
    switch (field) {
      case 'expirationDate':
        return { ids: [], nouns: ['date', 'dates'] };
      case 'server':
        return { ids: idsWith(servers, (ip) => values.includes(ip)), nouns: ['server', 'servers'] };
      case 'cdn':
        return { ids: idsWith(cdns, (key) => values.includes(key)), nouns: ['CDN account', 'CDN accounts'] };
      case 'registrar':
        return {
          ids: idsWith(registrars, (name) => isSameRegistrar(name, found)),
          nouns: ['registrator account', 'registrator accounts'],
        };
    }
  };
}
