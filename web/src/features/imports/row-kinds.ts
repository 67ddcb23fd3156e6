import type { Import, RowKind } from '@quartermaster/contract/imports/imports.schema';
import { formatNumber } from '../../ui/format.ts';
import type { Tone } from '../../ui/tone.ts';

/** What becomes of a row, in the words of the preview and of the result. */
export const rowKindTexts: Readonly<Record<RowKind, { label: string; done: string; tone: Tone }>> = {
  create: { label: 'New', done: 'created', tone: 'ok' },
  update: { label: 'Changed', done: 'changed', tone: 'info' },
  same: { label: 'Same', done: 'the same', tone: 'mute' },
  skip: { label: 'Skipped', done: 'skipped', tone: 'mute' },
  error: { label: 'Errors', done: 'with errors', tone: 'bad' },
  conflict: { label: 'Conflicts', done: 'changed meanwhile', tone: 'warn' },
};

/** '8 created, 42 changed': of these kinds those that there are. */
export const doneInWords = (counts: NonNullable<Import['counts']>, kinds: readonly RowKind[]): string =>
  kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${formatNumber(counts[kind])} ${rowKindTexts[kind].done}`)
    .join(', ');

/** A row by itself: 'Error'. */
export const kindLabel = (kind: RowKind): string => rowKindTexts[kind].label.replace(/s$/, '');
