import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import { fieldLabel, inSentence } from '@quartermaster/contract/rules/field-label';
import { tagText } from '@quartermaster/contract/rules/tags';
import type { BulkAction } from '@quartermaster/contract/api/bulk-actions';
import type { OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import { joinedByAnd } from '../../lib/joined-by-and.ts';

/** What a batch was about. */
export interface About {
  /** The number of changes by table; the first is the one that the act concerned. */
  tables: Partial<Record<OwnedTableName, number>>;
  /** The record, if it was one. */
  recordId?: string;
  /** The fields that an edit changed. */
  fields?: string[];
  /** What it did to its records: 'Set the status of'. */
  words?: string;
  /** The file of an import. */
  from?: string;
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

/** What a bulk action does to its records. */
export function wordsOfAction(table: OwnedTableName, action: BulkAction): string {
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
      return `Set the ${labelsOf(table, Object.keys(action.fields))} of`;
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

/** 'Set the status of 12 domains', 'Changed the comment of the server web-1'. `name` is the record's, if it was one. */
export function labelOf(kind: BatchKind, about: About | null, counts: Counts, name?: string): string {
  const table = about ? mainTable(about) : undefined;
  const all = counts.created + counts.updated + counts.deleted;
  if (!about || !table) return `${acts[kind]} ${all} ${all === 1 ? 'record' : 'records'}`;
  const { one } = entityOf[table];
  const count = about.tables[table] ?? 0;
  const counted = Object.entries(about.tables).map(([each, of]) => {
    const nouns = entityOf[each as OwnedTableName];
    return `${of} ${of === 1 ? nouns.one : nouns.many}`;
  });
  // Other acts change records of further kinds only by the way.
  const what =
    count === 1 && name !== undefined
      ? `the ${one} ${name}`
      : kind === 'bulk'
        ? joinedByAnd(counted)
        : counted[0];
  const from = about.from === undefined ? '' : ` from ${about.from}`;
  return `${actInWords(kind, table, about, counts)} ${what}${from}`;
}

/** 'Undid "Deleted 3 domains"', and 'Redid "Deleted 3 domains"' for the undo of that. */
export function labelOfUndo({ kind, label }: { kind: string; label: string }): string {
  const quoted = /^(Undid|Redid) (".*")$/.exec(label);
  if (kind !== 'undo' || !quoted) return `Undid "${label}"`;
  return `${quoted[1] === 'Undid' ? 'Redid' : 'Undid'} ${quoted[2] ?? ''}`;
}
