import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import { fieldLabel, inSentence } from '@quartermaster/contract/rules/field-label';
import { wordsOfSetting } from '@quartermaster/contract/rules/set-words';
import { tagText } from '@quartermaster/contract/rules/tags';
import type { BulkAction } from '@quartermaster/contract/api/bulk-actions';
import type { OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, references } from '../kinds/entities.ts';
import { joinedByAnd } from '../../lib/joined-by-and.ts';
import type { RecordReference } from './names.ts';

/** What a batch was about. */
export interface About {
  /** The number of changes by table; the first is the one that the act concerned. */
  tables: Partial<Record<OwnedTableName, number>>;
  /** The record, if it was one. */
  recordId?: string;
  /** The fields that an edit changed. */
  fields?: string[];
  /** What it did to its records, unless that follows from its kind: 'Set the status of'. */
  words?: string;
  /** The record that a reference was set to, named after them: 'Moved 40 domains to web-03'. */
  to?: RecordReference;
  /** The name of the file that was imported. */
  file?: string;
  /** The same of imports of 0.2.0, whose labels count created and changed records together. */
  from?: string;
}

/** The names of what a batch was about, as far as the reader may know them. */
interface AboutNames {
  record?: string | undefined;
  to?: string | undefined;
}

const acts: Record<BatchKind, string> = {
  edit: 'Changed',
  bulk: 'Changed',
  import: 'Imported',
  undo: 'Undid the changes of',
  restore: 'Restored',
  delete: 'Deleted',
  'expiry-check': 'Set the status by date of',
  sync: 'Synced',
};

const labelsOf = (table: OwnedTableName, fields: readonly string[]): string =>
  joinedByAnd(fields.map((field) => inSentence(fieldLabel(entityOf[table].fieldLabels, field))));

/** The record that these fields refer to, if they are one reference. */
function targetOf(table: OwnedTableName, fields: Record<string, unknown>): RecordReference | undefined {
  const [[field, recordId] = ['', null], ...others] = Object.entries(fields);
  const reference = references.find(({ from, column }) => from === table && column === field);
  return reference && typeof recordId === 'string' && recordId !== '' && others.length === 0
    ? { table: reference.to, recordId }
    : undefined;
}

/** What a bulk action does to its records, and to which record it leads them. */
export function aboutAction(table: OwnedTableName, action: BulkAction): Pick<About, 'words' | 'to'> {
  const to = action.action === 'set' ? targetOf(table, action.fields) : undefined;
  return { words: wordsOfAction(table, action), ...(to && { to }) };
}

function wordsOfAction(table: OwnedTableName, action: BulkAction): string {
  switch (action.action) {
    case 'delete':
      return 'Deleted';
    case 'addTag':
      return `Added the tag ${tagText(action.tag)} to`;
    case 'removeTag':
      return `Removed the tag ${tagText(action.tag)} from`;
    case 'setStatus':
      return `Set the ${labelsOf(table, ['status'])} of`;
    case 'look':
      return 'Looked up';
    case 'sealComment':
      return `Moved the ${labelsOf(table, ['comment'])} to the ${labelsOf(table, ['secureNote'])} of`;
    case 'set':
      return wordsOfSetting(action.fields, labelsOf(table, Object.keys(action.fields)));
  }
}

type Counts = Pick<Schema['batches'], 'created' | 'updated' | 'deleted'>;

function actInWords(
  kind: BatchKind,
  table: OwnedTableName,
  { words, fields = [] }: About,
  counts: Counts,
): string {
  if (words !== undefined) return words;
  if (kind !== 'edit') return acts[kind];
  if (counts.created > 0) return 'Created';
  if (counts.deleted > 0) return 'Deleted';
  return fields.length > 0 ? `Changed the ${labelsOf(table, fields)} of` : 'Changed';
}

export const mainTable = ({ tables }: About): OwnedTableName | undefined =>
  Object.keys(tables)[0] as OwnedTableName | undefined;

/** 'Imported spring.csv: 8 created, 42 changed' */
function labelOfImport(file: string, counts: Counts, table: OwnedTableName, { tables }: About): string {
  // Of other kinds, an import only creates records.
  const all = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const created = counts.created - (all - (tables[table] ?? 0));
  const done = [
    ...(created > 0 ? [`${created} created`] : []),
    ...(counts.updated > 0 ? [`${counts.updated} changed`] : []),
  ];
  return `Imported ${file}: ${done.join(', ')}`;
}

/** 'Set the status of 12 domains', 'Changed the comment of the server web-1', 'Moved 40 domains to web-03'. */
export function labelOf(kind: BatchKind, about: About | null, counts: Counts, names: AboutNames): string {
  const table = about ? mainTable(about) : undefined;
  const all = counts.created + counts.updated + counts.deleted;
  if (!about || !table) return `${acts[kind]} ${all} ${all === 1 ? 'record' : 'records'}`;
  if (about.file !== undefined) return labelOfImport(about.file, counts, table, about);
  const { one } = entityOf[table];
  const count = about.tables[table] ?? 0;
  const counted = Object.entries(about.tables).map(([each, of]) => {
    const nouns = entityOf[each as OwnedTableName];
    return `${of} ${of === 1 ? nouns.one : nouns.many}`;
  });
  // Other acts change records of further kinds only by the way.
  const what =
    count === 1 && names.record !== undefined
      ? `the ${one} ${names.record}`
      : kind === 'bulk'
        ? joinedByAnd(counted)
        : counted[0];
  const to = about.to ? ` to ${names.to ?? `another ${entityOf[about.to.table].one}`}` : '';
  const from = about.from === undefined ? '' : ` from ${about.from}`;
  return `${actInWords(kind, table, about, counts)} ${what}${to}${from}`;
}

/** 'Undid "Deleted 3 domains"', and 'Redid "Deleted 3 domains"' for the undo of that. */
export function labelOfUndo({ kind, label }: { kind: string; label: string }): string {
  const quoted = /^(Undid|Redid) (".*")$/.exec(label);
  if (kind !== 'undo' || !quoted) return `Undid "${label}"`;
  return `${quoted[1] === 'Undid' ? 'Redid' : 'Undid'} ${quoted[2] ?? ''}`;
}
