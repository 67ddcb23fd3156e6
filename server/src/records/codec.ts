import { known } from '../lib/known.ts';
import type { Value } from './owner.ts';
import type { Flag } from '../db/schema.ts';

/**
 * How a field stands in its column. Fields that are not named stand as they are. 'sealed' is a 'json' that is
 * sealed whole though some of it is visible: it is opened for what is computed from the record.
 */
export type Codec = 'secret' | 'secrets' | 'sealed' | 'json' | 'flag' | 'time';
/** A field as it leaves the database. */
interface Decoded {
  secret: string;
  secrets: Record<string, string>;
  flag: boolean;
  time: string;
}
type Field<T, C> = C extends keyof Decoded
  ? Decoded[C] | Extract<T, null>
  : C extends 'json' | 'sealed'
    ? unknown
    : T;
/** The record that a row decodes to. */
export type Decode<R, C> = {
  [K in keyof R]: Field<R[K], K extends keyof C ? C[K] : K extends 'createdAt' | 'updatedAt' ? 'time' : null>;
};

const time = (value: unknown): Value =>
  typeof value === 'string' && value !== '' ? Date.parse(value) : null;
/** A list of records holds the same times and the same tags again and again. */
const decodedAtMost = 10_000;
const isoTime = known((value: number) => new Date(value).toISOString(), decodedAtMost);
/** Frozen, for they are shared. */
const shortList = known(
  (text: string) => JSON.parse(text, (_, value: unknown) => Object.freeze(value)) as object | null,
  decodedAtMost,
);
const shortCharacters = 200;
const parsed = (text: string): unknown =>
  text.length <= shortCharacters ? shortList(text) : JSON.parse(text);

const blank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A field as it stands in its column. */
export function encode(codec: Codec | undefined, value: unknown, seal: (text: string) => string): Value {
  switch (codec) {
    case 'secret':
      return blank(value) ? null : seal(value as string);
    case 'secrets':
      return blank(value) || Object.keys(value as object).length === 0 ? null : seal(JSON.stringify(value));
    case 'sealed':
      return seal(JSON.stringify(value ?? null));
    case 'json':
      return JSON.stringify(value ?? null);
    case 'flag':
      return (value ? 1 : 0) satisfies Flag;
    case 'time':
      return time(value);
    case undefined:
      return blank(value) ? null : (value as Value);
  }
}

/** The field that a column holds. A column that was not read stays away. */
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
  }
}
