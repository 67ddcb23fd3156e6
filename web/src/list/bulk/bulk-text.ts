import type { BulkAction, BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { wordsOfSetting } from '@quartermaster/contract/rules/set-words';
import { counted } from '../../records/count-text.ts';
import type { Entity } from '../../records/entity.ts';
import { bulkLabel } from './bulk-fields.ts';

type Named = Pick<Entity, 'one' | 'many' | 'fieldLabels'>;

/** Shown while an action is slow. */
export function busyText(asked: BulkAction, entity: Named, count: number): string {
  const records = counted(entity, count);
  switch (asked.action) {
    case 'addTag':
      return `Adding the tag to ${records}...`;
    case 'removeTag':
      return `Removing the tag from ${records}...`;
    case 'setStatus':
      return `Setting the status of ${records}...`;
    case 'set':
      return `Setting the ${setLabel(entity, asked.fields)} of ${records}...`;
    case 'look':
      return `Looking up ${records}...`;
    case 'sealComment':
      return `Moving the comments of ${records}...`;
    case 'delete':
      return `Deleting ${records}...`;
  }
}

/** Describes what was done: 'Tag added to 12 domains, 3 had it already'. `to` is the record that a reference was set to. */
export function doneText(asked: BulkAction, entity: Named, result: BulkActionResult, to?: string): string {
  const { changed, unchanged } = result;
  const records = counted(entity, changed);
  switch (asked.action) {
    case 'addTag':
      return `Tag added to ${records}${unchanged > 0 ? `, ${unchanged} had it already` : ''}`;
    case 'removeTag':
      return `Tag removed from ${records}${unchanged > 0 ? `, ${unchanged} did not have it` : ''}`;
    case 'setStatus':
      return `Set the status of ${records}${unchanged > 0 ? `, ${unchanged} had it already` : ''}`;
    case 'set':
      return `${wordsOfSetting(asked.fields, setLabel(entity, asked.fields))} ${records}${to === undefined ? '' : ` to ${to}`}${unchanged > 0 ? `, ${unchanged} already so` : ''}`;
    case 'look':
      return `${records} will be looked up next${unchanged > 0 ? `, nothing to look up for ${unchanged}` : ''}`;
    case 'sealComment':
      return `Comment moved to the secure note of ${records}${unchanged > 0 ? `, ${unchanged} had none` : ''}`;
    case 'delete':
      return `${records} deleted`;
  }
}

/** Describes what was refused: '3 domains not deleted'. */
export const refusedText = ({ action }: BulkAction, entity: Named, { refused }: BulkActionResult): string =>
  `${counted(entity, refused)} not ${action === 'delete' ? 'deleted' : 'changed'}`;

/** Said of records that an action took out of the list. */
export const leftText = (entity: Named, count: number): string =>
  `${counted(entity, count)} left this filter`;

export const failureTitle = ({ action }: BulkAction, { many }: Named): string =>
  action === 'delete' ? `Failed to delete ${many}` : `Failed to change ${many}`;

const setLabel = (entity: Named, fields: Record<string, unknown>): string =>
  Object.keys(fields)
    .map((name) => bulkLabel(entity, name))
    .join(' and ');
