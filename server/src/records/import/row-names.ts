import { shownName } from '@quartermaster/contract/api/entity';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { references } from '../kinds/entities.ts';
import type { RecordTable } from '../list/record-table.ts';
import { fullNamesOf } from '../table/record-names.ts';
import type { Creation } from './create-references.ts';
import { type Levels, nameOfAsked } from './levels.ts';
import type { PlannedRow } from './plan.ts';
import { fullName } from './preview.ts';
import { ownReferences } from './row-keys.ts';

type Fields = Record<string, unknown>;

/** What a row is about, as others name the record. */
export function nameOfRow(
  { name }: RecordTable,
  levels: Levels,
  row: number,
  record: Fields | undefined,
): string {
  if (record) return fullName(name, record);
  const own: Record<string, string> = {};
  for (const said of levels.at(row, ''))
    if (!said.target.secret && said.target.element === null) own[said.target.path] = said.text.trim();
  for (const { shown, to } of references.filter(({ from }) => from === name)) {
    const asked = levels.asked(row, shown, to);
    if (asked === null || asked === 'cleared') continue;
    for (const [path, value] of Object.entries(asked.parts)) own[`${shown}.${path}`] = value;
  }
  return nameOfAsked(name, { whole: '', parts: own });
}

/** Names the records that rows will refer to, by column and id. */
export async function shownNames(
  db: Db,
  owner: Owner,
  table: RecordTable,
  planned: readonly PlannedRow[],
  creations: readonly Creation[],
): Promise<(column: string, id: string) => string> {
  const names = new Map(creations.map(({ id, name }) => [id, name]));
  for (const { column, to } of ownReferences(table)) {
    const ids = new Set<string>();
    for (const plan of planned)
      if (plan.kind === 'create' || plan.kind === 'update') {
        const id = plan.fields[column];
        if (typeof id === 'string' && id !== '' && !names.has(id)) ids.add(id);
      }
    for (const [id, name] of await fullNamesOf(db, owner, to, ids)) names.set(id, name);
  }
  return (column, id) => names.get(id) ?? `${shownName(column)} ${id}`;
}
