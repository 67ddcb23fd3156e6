import { type CredentialsField, isCredentials } from '@quartermaster/contract/api/fields';
import { shownName } from '@quartermaster/contract/api/entity';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { isSecretCredential } from '@quartermaster/contract/rules/secrets';
import { type SqlBool, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { type OwnedTableName, type Tx, globalOwner } from '../../db/schema.ts';
import { entityOf, references } from '../kinds/entities.ts';
import { answerColumns } from '../list/answer-columns.ts';
import { recordsByIds } from '../list/list.ts';
import type { RecordTable } from '../list/record-table.ts';
import { namesColumn } from '../table/credential-names.ts';
import type { UndoWrite } from './write.ts';

/** Those of these records of which a field (null: any) was changed after a change, by id. */
async function changedSince(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  field: string | null,
  writes: readonly (readonly [id: string, first: string])[],
): Promise<Set<string>> {
  if (writes.length === 0) return new Set();
  const since = new Map<string, string>();
  for (const [id, first] of writes) if (first < (since.get(id) ?? '~')) since.set(id, first);
  const changes = await tx
    .selectFrom('changes')
    .select(({ fn }) => ['recordId', fn.max('id').as('last')])
    .where('ownerId', 'in', [owner.id, globalOwner])
    .where('tableName', '=', table)
    .where('action', '=', 'update')
    .where('recordId', 'in', [...since.keys()])
    .where(field === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`after like ${`%"${field}":%`}`)
    .groupBy('recordId')
    .execute();
  return new Set(
    changes.flatMap(({ recordId, last }) => (last > (since.get(recordId) ?? '') ? [recordId] : [])),
  );
}

/** The records that describe credentials, by id. */
async function describersOf(tx: Tx, owner: Owner, to: OwnedTableName, ids: ReadonlySet<string>) {
  const shown = answerColumns(to, entityOf[to].answer);
  const found = await recordsByIds<{ id: string }>(tx, owner, shown, [...ids]);
  return new Map(found.map((record) => [record.id, record]));
}

const hasCredentials = ({ before }: UndoWrite, field: string): boolean =>
  ((before?.[namesColumn(field)] as string | null | undefined) ?? '[]') !== '[]';

/** A credential that the undo brings back, and that answers show. */
const readable = (
  { describe }: CredentialsField,
  field: string,
  described: Record<string, unknown>,
  { touched }: UndoWrite,
): string | undefined =>
  touched
    .flatMap((path) => (path.startsWith(`${field}.`) ? [path.slice(field.length + 1)] : []))
    .find((name) => !isSecretCredential(describe(described), name));

async function exposedIn(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  field: string,
  definition: CredentialsField,
  writes: readonly UndoWrite[],
  errors: Map<string, FieldErrors>,
): Promise<void> {
  const { of } = definition;
  const to = references.find(({ from, column }) => from === table.name && column === of)?.to;
  const ownerOf = ({ fields, before }: UndoWrite) => (fields[of] ?? before?.[of] ?? '') as string;
  const places = writes.map((write) => [ownerOf(write), write.reversal.first] as const);
  const edited = to ? await changedSince(tx, owner, to, null, places) : new Set<string>();
  const describers = to ? await describersOf(tx, owner, to, new Set(writes.map(ownerOf))) : null;
  const moved = await changedSince(
    tx,
    owner,
    table.name,
    of,
    writes.map(({ reversal: { recordId, first } }) => [recordId, first]),
  );
  for (const write of writes) {
    const { reversal, fields, before } = write;
    const isMoved = before !== null && fields[of] === undefined && moved.has(reversal.recordId);
    if (!isMoved && !edited.has(ownerOf(write))) continue;
    const described = to ? { [shownName(of)]: describers?.get(ownerOf(write)) } : { [of]: ownerOf(write) };
    const name = readable(definition, field, described, write);
    if (name !== undefined)
      errors.set(reversal.recordId, {
        [`${field}.${name}`]: `API credential ${name} may have been secret: this needs the right to read secrets`,
      });
  }
}

/**
 * Which credentials are secret follows from their provider or type, which may have changed since. An undo must not move
 * credentials to another provider, nor show a secret to somebody who may not read it.
 */
export async function exposedSecrets(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  writes: readonly UndoWrite[],
): Promise<Map<string, FieldErrors>> {
  const errors = new Map<string, FieldErrors>();
  for (const [field, definition] of Object.entries(table.entity.fields)) {
    if (!isCredentials(definition)) continue;
    const { of } = definition;
    for (const write of writes)
      if (of === 'provider' && of in write.fields && !(field in write.fields) && hasCredentials(write, field))
        errors.set(write.reversal.recordId, {
          [field]: 'Its API credentials were set since, for this provider',
        });
    const written = writes.filter(({ fields }) => fields[field] !== undefined);
    if (!owner.secrets && written.length > 0)
      await exposedIn(tx, owner, table, field, definition, written, errors);
  }
  return errors;
}
