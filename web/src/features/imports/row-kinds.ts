import type { RowKind } from '@quartermaster/contract/imports/imports.schema';
import type { Tone } from '../../ui/tone.ts';

/** What becomes of a row, in the words of the preview and of the result. */
export const rowKindTexts: Readonly<Record<RowKind, { label: string; done: string; tone: Tone }>> = {
  create: { label: 'New', done: 'Created', tone: 'ok' },
  update: { label: 'Changed', done: 'Changed', tone: 'info' },
  same: { label: 'Same', done: 'Same as before', tone: 'mute' },
  skip: { label: 'Skipped', done: 'Skipped', tone: 'mute' },
  error: { label: 'Errors', done: 'With errors', tone: 'bad' },
  conflict: { label: 'Conflicts', done: 'Changed meanwhile', tone: 'warn' },
};

/** A row by itself: 'Error'. */
export const kindLabel = (kind: RowKind): string => rowKindTexts[kind].label.replace(/s$/, '');
