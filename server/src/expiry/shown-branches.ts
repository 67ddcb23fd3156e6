import type { Area } from '@quartermaster/contract/api/areas';
import { type LookedUpArea, lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { expirationStates } from '@quartermaster/contract/expirations/expirations.routes';
import { type SqlBool, sql } from 'kysely';
import { daysIn, instantsIn, wallClockOf } from './dates/in-calendar.ts';
import { recordFiltersOf } from './dates/selected-records.ts';
import { entityOf, tableOfArea } from '../records/kinds/entities.ts';
import { type RecordEnd, recordEnds } from './record-ends.ts';
import { type Condition, allOf, anyOf, equals, isOneOf } from '../records/table/conditions.ts';
import { nameOrder } from '../records/table/record-names.ts';
import type { ExpirationRequest } from './asked.ts';
import { type Branch, type Source, asIs, inBytes, ofRecords } from './store.ts';

type ShownKind = 'tls' | RecordEnd['what'];

/** How much of the records the branches read. */
export interface Shape {
  /** Whole days, instants and what has no date apart, each in the order of an index. */
  isSplit: boolean;
  /** With the records that the dates belong to. */
  isJoined: boolean;
}

/** The areas that have each kind. */
const shownKinds: readonly { what: ShownKind; areas: readonly Area[] }[] = [
  ...recordEnds.map(({ what, area }) => ({ what, areas: [area] })),
  {
    what: 'tls',
    areas: (Object.keys(lookedUp) as LookedUpArea[]).filter((area) =>
      (lookedUp[area] as readonly string[]).includes('tls'),
    ),
  },
];

const date = sql.ref('shown_dates.date');
const hasPart = (part: number) => equals('shown_dates.part', part);

/** The states as they are stored: what is not looked at is unknown, though its row says that it was not checked. */
function storedStates(
  what: ShownKind,
  { states, looksAtRegistration }: ExpirationRequest,
): readonly string[] {
  if (what === 'tls' || looksAtRegistration) return [...states];
  return [...states].flatMap((state) =>
    state === 'unchecked' ? [] : state === 'unknown' ? [state, 'unchecked'] : [state],
  );
}

const isDatedOnly = (states: readonly string[]) => states.every((state) => state === 'dated');

function partsOf(what: ShownKind, asked: ExpirationRequest) {
  const states = storedStates(what, asked);
  const inState: Condition[] =
    states.length >= expirationStates.length ? [] : [isOneOf('shown_dates.state', states)];
  if (states.length === 0) return [];
  const dated = [
    { isInstant: false, conditions: [hasPart(0), ...daysIn(date, asked), ...inState] },
    { isInstant: true, conditions: [hasPart(1), ...instantsIn(date, asked), ...inState] },
  ];
  const undated = { isInstant: null, conditions: [hasPart(2), ...inState] };
  return [
    ...(asked.dated ? dated : []),
    ...(asked.undated && what !== 'tls' && !isDatedOnly(states) ? [undated] : []),
  ];
}

function branchesIn(source: Source, what: ShownKind, area: Area | null, isSplit: boolean): Branch[] {
  const { db, owner, tables, asked } = source;
  const own: Condition[] = [
    equals('shown_dates.ownerId', owner.id),
    equals('shown_dates.what', what),
    ...(asked.filters.area === undefined ? [] : [equals('shown_dates.area', asked.filters.area)]),
    ...ofRecords(db, 'shown_dates', asked.filters),
  ];
  const name = area && tableOfArea[area];
  const table = name && tables[name];
  const record = (column: string) => sql.ref(`${name ?? ''}.${column}`);
  const joined =
    name &&
    sql`${sql.table(name)} join shown_dates on shown_dates."ownerId" = ${record('ownerId')}
      and shown_dates."recordId" = ${record('id')}`;
  const conditions = [...own, ...(table ? table.conditions(db, owner, recordFiltersOf(asked.filters)) : [])];
  const branch = {
    table: 'shown_dates',
    from: joined ?? sql.table('shown_dates'),
    entry: sql`'shown ' || shown_dates.id`,
    id: sql.ref('shown_dates.id'),
    sorted: {
      date,
      name: name ? inBytes(db, nameOrder(db, name)) : sql`null`,
      what: inBytes(db, sql`cast(${sql.lit(what)} as text)`),
      createdAt: name && what !== 'tls' ? record('createdAt') : sql.ref('shown_dates.createdAt'),
    },
    isOneKind: true,
    cost:
      name && what !== 'tls'
        ? {
            price: record('price'),
            currency: record('currency'),
            payer: record('payer'),
            interval: 'interval' in entityOf[name].fields ? record('interval') : sql`'YEAR'`,
          }
        : null,
  } as const;
  const parts = partsOf(what, asked);
  if (isSplit)
    return parts.map((part) => ({
      ...branch,
      isInstant: part.isInstant,
      conditions: [...conditions, ...part.conditions],
      comparable: (key) => (part.isInstant ? wallClockOf(key, asked) : key),
    }));
  const some = parts.length > 0 ? anyOf(parts.map((part) => allOf(part.conditions))) : sql<SqlBool>`1 = 0`;
  const isAll = parts.length === 3 && asked.states.size === expirationStates.length;
  const day = sql`case when shown_dates.part = 1 then ${wallClockOf(date, asked)} else ${date} end`;
  return [
    {
      ...branch,
      sorted: { ...branch.sorted, date: day },
      conditions: isAll ? conditions : [...conditions, some],
      comparable: asIs,
      isInstant: null,
      isMixed: true,
    },
  ];
}

/** Records with an end date of their own, and certificates. */
export function shownBranches(source: Source, { isSplit, isJoined }: Shape): Branch[] {
  const { kinds, filters } = source.asked;
  return shownKinds
    .filter(({ what }) => kinds.has(what))
    .flatMap(({ what, areas: all }) => {
      const areas = all.filter((area) => filters.area === undefined || filters.area === area);
      if (!isJoined) return areas.length > 0 ? branchesIn(source, what, null, isSplit) : [];
      return areas
        .filter((area) => area === 'domains' || filters.registratorAccountId === undefined)
        .flatMap((area) => branchesIn(source, what, area, isSplit));
    });
}
