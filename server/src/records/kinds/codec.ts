import type { Column } from '@quartermaster/contract/api/fields';
import { timeOf } from '@quartermaster/contract/rules/formats';
import type { Flag } from '../../db/schema.ts';
import { BoundedCache } from '../../lib/bounded-cache.ts';
import { iso } from '../../lib/clock.ts';
import type { Value } from './row.ts';

/** How a field is stored in its column. */
export type Codec = Column;

/** Cached, because times and short tag lists repeat from row to row. Cached lists are frozen, as callers share them. */
const times = new BoundedCache<string, number>();
const shortJson = new BoundedCache<object>();
const shortCharacters = 200;

function isoTime(value: number): string {
  const cached = times.get(value);
  if (cached !== undefined) return cached;
  const text = iso(value);
  times.set(value, text);
  return text;
}

/** Parses the JSON of a column. */
function parsed(text: string): unknown {
  if (text.length > shortCharacters) return JSON.parse(text);
  const cached = shortJson.get(text);
  if (cached) return cached;
  const value: unknown = JSON.parse(text, (_, each: unknown) => Object.freeze(each));
  if (typeof value === 'object' && value !== null) shortJson.set(text, value);
  return value;
}

/** Whether a column holds sealed text. */
export const isSealed = (codec: Codec): boolean => codec === 'sealed' || codec.startsWith('secret');

const blank = (value: unknown): boolean => value === undefined || value === null || value === '';
/** A blank password counts as none, for the rules too. */
const noSecret = (value: unknown): boolean => blank(value) || (value as string).trim() === '';

/** Encodes a field for its column. */
export function encode(codec: Codec, value: unknown, seal: (text: string) => string): Value {
  switch (codec) {
    case 'secret':
      return noSecret(value) ? null : seal(value as string);
    case 'secrets':
      return blank(value) || Object.keys(value as object).length === 0 ? null : seal(JSON.stringify(value));
    case 'sealed':
      return seal(JSON.stringify(value ?? null));
    case 'json':
      return JSON.stringify(value ?? null);
    case 'flag':
      return (value ? 1 : 0) satisfies Flag;
    case 'time':
      return typeof value === 'string' && value !== '' ? timeOf(value) : null;
    case 'money':
      return blank(value) ? null : Math.round(Number(value) * 100);
    case 'text':
    case 'integer':
      return blank(value) ? null : (value as Value);
  }
}

/** Decodes a column; one that was not selected stays undefined. */
export function decode(codec: Codec, value: unknown, open: (sealed: string) => string): unknown {
  if (value === undefined) return undefined;
  switch (codec) {
    case 'secret':
      return value === null ? null : open(value as string);
    case 'secrets':
      return value === null ? {} : JSON.parse(open(value as string));
    case 'sealed':
      return value === null ? null : JSON.parse(open(value as string));
    case 'json':
      return value === null ? null : parsed(value as string);
    case 'flag':
      return value === 1;
    case 'time':
      return value === null ? null : isoTime(value as number);
    case 'money':
      return value === null ? null : Number(value) / 100;
    case 'text':
    case 'integer':
      return value;
  }
}
