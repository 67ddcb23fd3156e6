import { type CredentialsField, isCredentials } from '@quartermaster/contract/api/fields';
import { shownName } from '@quartermaster/contract/api/entity';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Values } from '@quartermaster/contract/rules/same';
import { isSecretCredential } from '@quartermaster/contract/rules/secrets';
import type { Owner } from '../../access/owner.ts';
import { type OwnedTableName, type Tx, globalOwner } from '../../db/schema.ts';
import { entityOf, references } from '../entities.ts';
import { recordsByIds } from '../list/list.ts';
import { answerColumns } from '../list/answer-columns.ts';
import type { RecordTable } from '../record-table.ts';
import type { StoredRow } from '../row.ts';
import type { Reversal } from './reversals.ts';

interface Write {
  before: StoredRow | null;
  fields: Values;
  reversal: Reversal;
}

/** Those of these records that were changed after a change, by id. */
async function changedSince(tx: Tx, owner: Owner, table: OwnedTableName, since: ReadonlyMap<string, string>) {
  const changes = await tx
    .selectFrom('changes')
    .select(({ fn }) => ['recordId', fn.max('id').as('last')])
    .where('ownerId', 'in', [owner.id, globalOwner])
    .where('tableName', '=', table)
    .where('action', '=', 'update')
    .where('recordId', 'in', [...since.keys()])
    .groupBy('recordId')
    .execute();
  return new Set(
    changes.flatMap(({ recordId, last }) => (last > (since.get(recordId) ?? '') ? [recordId] : [])),
  );
}

/**
 * Which credentials are secret is described by another record, which anyone may edit while no account stores such a
 * secret. An undo must not bring back a secret that its description has made readable since.
 */
export async function exposedSecrets(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  writes: readonly Write[],
): Promise<Map<string, FieldErrors>> {
  const errors = new Map<string, FieldErrors>();
  if (owner.secrets) return errors;
  for (const [field, definition] of Object.entries(table.entity.fields)) {
    if (!isCredentials(definition)) continue;
    const { of } = definition;
    const to = references.find(({ from, column }) => from === table.name && column === of)?.to;
    if (!to) continue;
    const written = writes.filter(({ fields }) => fields[field] !== undefined);
    const describerOf = ({ fields, before }: Write) => String(fields[of] ?? before?.[of]);
    const since = new Map<string, string>();
    for (const write of written) {
      const [describer, { first }] = [describerOf(write), write.reversal];
      const known = since.get(describer);
      if (known === undefined || first < known) since.set(describer, first);
    }
    if (since.size === 0) continue;
    const changed = await changedSince(tx, owner, to, since);
    if (changed.size === 0) continue;
    const shown = answerColumns(to, entityOf[to].answer);
    const found = await recordsByIds<{ id: string }>(tx, owner, shown, [...changed]);
    const describers = new Map(found.map((record) => [record.id, record]));
    for (const write of written) {
      const describer = describers.get(describerOf(write));
      const name = describer && readable(definition, of, describer, write.fields[field]);
      if (name !== undefined)
        errors.set(write.reversal.recordId, {
          [`${field}.${name}`]: `API credential ${name} may have been secret: this needs the right to read secrets`,
        });
    }
  }
  return errors;
}

const readable = (
  { describe }: CredentialsField,
  of: string,
  describer: unknown,
  credentials: unknown,
): string | undefined => {
  const described = describe({ [shownName(of)]: describer });
  return Object.keys((credentials ?? {}) as Values).find((name) => !isSecretCredential(described, name));
};
