import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Owner } from '../../access/owner.ts';
import type { Tx } from '../../db/schema.ts';
import { AppError, faultsInWords } from '../../lib/errors.ts';
import { pacedMap, pacer } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import type { RecordTable } from '../list/record-table.ts';
import { referencesOf } from '../table/reference-checks.ts';
import { scopeErrors } from '../table/scope.ts';
import { exposedSecrets } from './exposed-secrets.ts';
import type { UndoWrite } from './write.ts';

/** A write that passed the checks, with the owners of what it refers to. */
export interface Allowed {
  write: UndoWrite;
  owners: Record<string, string>;
}

/** What the rules of the fields say of merged values; others have passed them once. */
function mergeFaults({ name }: RecordTable, { fields, merged }: UndoWrite): FieldErrors {
  const faults = merged.flatMap((field): [string, string][] => {
    const [issue] = entityOf[name].fields[field]?.rule.safeParse(fields[field]).error?.issues ?? [];
    return issue ? [[field, issue.message]] : [];
  });
  return Object.fromEntries(faults);
}

/** Makes the checks of every write. */
export async function checkedWrites(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  writes: readonly UndoWrite[],
): Promise<{ allowed: Allowed[]; refused: { write: UndoWrite; message: string }[] }> {
  const sent = writes.map(({ fields }) => fields);
  const resolve = await referencesOf(tx, owner, table.name, sent);
  const whole = await pacedMap(writes, ({ before, fields }) =>
    before ? table.owned.merged(owner, before, fields) : fields,
  );
  const faults = await table.faultsOf(tx, owner, whole);
  const exposed = await exposedSecrets(tx, owner, table, writes);
  const allowed: Allowed[] = [];
  const refused: { write: UndoWrite; message: string }[] = [];
  const due = pacer();
  for (const [at, write] of writes.entries()) {
    const turn = due();
    if (turn) await turn;
    const { before, fields, reversal } = write;
    const { owners, errors } = resolve(fields, before ?? undefined);
    const all = {
      ...errors,
      ...mergeFaults(table, write),
      ...(fields['tags'] !== undefined && scopeErrors(table.name, owner, fields['tags'])),
      ...faults[at],
      ...exposed.get(reversal.recordId),
    };
    try {
      if (Object.keys(all).length > 0) throw new AppError('CONFLICT', faultsInWords(all));
      if (before) await table.rules.permitted?.(tx, owner, before, fields);
      else table.stored(fields);
      allowed.push({ write, owners });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ write, message: error.message });
    }
  }
  return { allowed, refused };
}
