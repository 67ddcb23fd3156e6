import type { registratorAccounts as facts } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.routes';
import {
  type RegistratorAccountCreate,
  registratorAccount,
} from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { authMethodErrors } from '@quartermaster/contract/rules/auth-method';
import { sql } from 'kysely';
import { below, credentialErrors, filledCredentials } from '@quartermaster/contract/rules/credentials';
import { hasEffectiveApi } from '@quartermaster/contract/rules/registrator-status';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { type Condition, authIs } from '../../records/table/conditions.ts';
import { recordTable } from '../records/records.table.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import { registratorTypes } from '../registrator-types/registrator-types.entity.ts';
import { showsSecret, shownAnew } from '../registrator-types/registrator-types.service.ts';

type Types = ReadonlyMap<string, RegistratorType>;

/** The types of these accounts, by id, with those that an import creates before them. */
async function typesOf(
  tx: Db,
  owner: Owner,
  accounts: readonly RegistratorAccountCreate[],
  created: ReadonlyMap<string, unknown> = new Map(),
): Promise<Types> {
  const ids = [...new Set(accounts.map(({ registratorTypeId }) => registratorTypeId))];
  const types = new Map((await registratorTypes.byIds(tx, owner, ids)).map((type) => [type.id, type]));
  for (const id of ids) {
    const type = created.get(id);
    if (type !== undefined) types.set(id, type as RegistratorType);
  }
  return types;
}

/**
 * Credentials survive a change of type unless others are sent. Refuses a type that would make a stored secret readable.
 */
async function expectKeptSecret(
  tx: Tx,
  owner: Owner,
  before: StoredRow,
  { registratorTypeId: next, apiCredentials }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const last = before['registratorTypeId'];
  if (owner.secrets || typeof next !== 'string' || next === last || apiCredentials !== undefined) return;
  const found = await registratorTypes.byIds(tx, owner, [String(last), next]);
  const [was, now] = [last, next].map((each) => found.find(({ id }) => id === each)?.apiFields ?? {});
  const name = shownAnew(was ?? {}, now ?? {}, before['apiCredentialsNames'] as string | null);
  if (name !== undefined) throw showsSecret(name);
}

type ApiStatusWord = (typeof facts)['filters']['apiStatus'][number];

/** The condition that a credential required by the type `t` is not among the names that are set. */
const misses = (db: Db, names: Condition) =>
  engineOf<Schema>(db) === 'postgres'
    ? sql`exists (select 1 from jsonb_each(t."apiFields"::jsonb) field
        where field.value ->> 'required' = 'true' and not jsonb_exists(${names}::jsonb, field.key))`
    : sql`exists (select 1 from json_each(t."apiFields") field
        where json_extract(field.value, '$.required') and field.key not in (select value from json_each(${names})))`;

/** The condition that an account's `apiSummary` is this one. */
function apiStatusIs(db: Db, word: ApiStatusWord): Condition {
  const names = sql<boolean>`coalesce(registrator_accounts."apiCredentialsNames", '[]')`;
  const typeWith = (condition: Condition) => sql<boolean>`exists (select 1 from registrator_types t
    where t."ownerId" = registrator_accounts."registratorTypeOwnerId"
    and t.id = registrator_accounts."registratorTypeId" and t."hasApi" = 1 and ${condition})`;
  const usesApi = (condition: Condition) =>
    sql<boolean>`(registrator_accounts."hasApiAccess" = 1 and ${typeWith(condition)})`;
  switch (word) {
    case 'none':
      return sql`not ${usesApi(sql`1 = 1`)}`;
    case 'missing':
      return usesApi(sql`${names} = '[]' and ${misses(db, names)}`);
    case 'incomplete':
      return usesApi(sql`${names} <> '[]' and ${misses(db, names)}`);
    case 'configured':
      return usesApi(sql`not ${misses(db, names)}`);
  }
}

export const registratorAccounts = recordTable(registratorAccount, {
  filters: {
    auth: (word: string) => [authIs('registrator_accounts', word)],
    apiStatus: (word: ApiStatusWord, _owner: Owner, _query: unknown, db: Db) => [apiStatusIs(db, word)],
  },
  stored: (fields) =>
    fields.apiCredentials === undefined
      ? fields
      : { ...fields, apiCredentials: filledCredentials(fields.apiCredentials) },
  permitted: expectKeptSecret,
  load: typesOf,
  /** Errors across an account's fields, and of the credentials that its type requires. */
  errors: (account, types) => {
    const registratorType = (types as Types).get(account.registratorTypeId);
    if (!registratorType) return { registratorTypeId: 'Registrator type not found' };
    const errors = authMethodErrors(account);
    if (!hasEffectiveApi({ ...account, registratorType })) return errors;
    const credentials = filledCredentials(account.apiCredentials);
    return {
      ...errors,
      ...below('apiCredentials', credentialErrors(registratorType.apiFields, credentials)),
    };
  },
});
