import { shortened } from '@quartermaster/contract/rules/limits';
import type { FactField } from '@quartermaster/contract/lookups/lookups.routes';
import { isIsoDate } from '@quartermaster/contract/rules/formats';
import { inOneLine } from '../../lib/in-one-line.ts';
import type { FactValue, FoundBy } from './facts.ts';

/** What was answered. */
export interface LookUpOutcome {
  state: 'ok' | 'unpublished' | 'unregistered';
  source: FoundBy;
  /** The host that answered. */
  host: string;
  values: readonly { field: FactField; value: FactValue }[];
}

/** Hosts that servers name may be long. */
const longestMessage = 300;

/** A look-up that got no usable answer; the message is for people, without what was sent or answered. */
export class LookFailure extends Error {
  /** The host that was asked; null: there is none. */
  readonly host: string | null;
  /** The time before which the server wants no other request. */
  readonly retryAt: number | null;

  constructor(message: string, host: string | null, retryAt: number | null = null) {
    super(shortened(message, longestMessage));
    this.host = host;
    this.retryAt = retryAt;
  }
}

const textsAtMost = 500;
const longestText = 500;

/** A text of an answer, which may hold anything, as a fact. */
const plain = (text: string): string => inOneLine(text).trim();
export const factOfText = (text: string): string => shortened(plain(text), longestText);

/** Texts of an answer as a fact: each once, sorted, and no more than are of use. */
export const listed = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(plain).filter((text) => text !== '' && text.length <= longestText))]
    .sort()
    .slice(0, textsAtMost);

/** Names of hosts as a fact. */
export const listedNames = (names: readonly string[]): string[] =>
  listed(names.map((name) => name.toLowerCase().replace(/\.$/, '')));

/** A time as a fact; null if no record could have it, since four digits don't tell its year. */
export function factOfTime(at: number): string | null {
  const text = new Date(at).toISOString();
  return isIsoDate(text) ? text : null;
}

/** A fact, unless the answer lacks it. */
export const known = (field: FactField, value: string | readonly string[] | null) =>
  value === null || value.length === 0 ? [] : [{ field, value }];
