import { isStorable } from '@quartermaster/contract/rules/formats';
import { invalid } from './errors.ts';

/** Where the next page begins, as clients pass it back. */
export const cursorOf = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

const damaged = () => invalid({ cursor: 'The cursor is damaged; begin with the first page' });

/** The parts of a cursor, of the same types as these; throws VALIDATION_ERROR for any other text. */
export function placeOf<const T extends readonly ('string' | 'number')[]>(
  cursor: string,
  types: T,
): { -readonly [K in keyof T]: T[K] extends 'string' ? string : number } {
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw damaged();
  }
  const isPlace =
    Array.isArray(place) &&
    place.length === types.length &&
    place.every(
      (part, at) =>
        typeof part === types[at] &&
        (typeof part === 'string' ? isStorable(part) : Number.isSafeInteger(part)),
    );
  if (!isPlace || cursorOf(place as string[]) !== cursor) throw damaged();
  return place as never;
}
