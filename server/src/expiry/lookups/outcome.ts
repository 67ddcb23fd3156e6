import { shortened } from '@quartermaster/contract/rules/limits';
import type { FactField, FactSource, LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import { isIsoDate } from '@quartermaster/contract/rules/formats';
import { inOneLine } from '../../lib/in-one-line.ts';
import { andMore } from '../dates/looked-up.ts';

/** Where what was looked up comes from. */
type FoundBy = Exclude<FactSource, 'typed'>;
export type FactValue = string | boolean | readonly string[];

/** What was answered. */
export interface LookUpOutcome {
  state: 'ok' | 'unpublished' | 'unregistered';
  source: FoundBy;
  /** The host that answered. */
  host: string;
  /** A fact without a value is no longer one. */
  values: readonly { field: FactField; value: FactValue | null }[];
  /** What of the answer can't be read, in words. */
  unread?: string;
}

/** What a look-up found out about its subject. */
export interface LookUpResult {
  kind: LookKind;
  subject: string;
  source: FoundBy;
  /** The host that answered. */
  sourceHost: string;
  at: number;
  values: readonly { field: FactField; value: FactValue | null }[];
}

/** Hosts that servers name may be long. */
const longestMessage = 300;

/** A look-up that got no usable answer; the message is for people, without what was sent or answered. */
export class LookFailure extends Error {
  /** The host that was asked; null: there is none. */
  readonly host: string | null;
  /** The time before which the server wants no other request. */
  readonly retryAt: number | null;
  /** What was answered all the same. */
  readonly values: LookUpOutcome['values'];

  constructor(
    message: string,
    host: string | null,
    retryAt: number | null = null,
    values: LookUpOutcome['values'] = [],
  ) {
    super(shortened(message, longestMessage));
    this.host = host;
    this.retryAt = retryAt;
    this.values = values;
  }
}

/** So many elements of a list in an answer are looked at. */
export const elementsAtMost = 200;
const longestText = 500;
/** The longest text that is read; what people are shown of it is shorter. */
const longestRead = 4 * longestText;
/** A fact has 4 KB at most, with the words that say that it was cut. */
const listBytes = 4096 - 32;

/** A text of an answer, which may hold anything, as a fact. */
const plain = (text: string): string => inOneLine(text.slice(0, longestRead)).trim();
export const factOfText = (text: string): string => shortened(plain(text), longestText);

/** Texts of an answer as a fact: each once, sorted, and no more than are of use; the last one says that some are left out. */
export function listed(texts: readonly string[]): string[] {
  const looked = texts.slice(0, elementsAtMost).map(plain);
  const all = [...new Set(looked.filter((text) => text !== '' && text.length <= longestText))].sort();
  let bytes = 0;
  const beyond = all.findIndex((text) => (bytes += Buffer.byteLength(JSON.stringify(text)) + 1) > listBytes);
  const kept = beyond < 0 ? all : all.slice(0, beyond);
  const isWhole = kept.length === all.length && texts.length <= elementsAtMost;
  return isWhole ? kept : [...kept, andMore];
}

/** Names of hosts as a fact. */
export const listedNames = (names: readonly string[]): string[] =>
  listed(names.slice(0, elementsAtMost + 1).map((name) => name.toLowerCase().replace(/\.$/, '')));

/** A time as a fact; null if no record could have it, since four digits don't tell its year. */
export function factOfTime(at: number): string | null {
  const text = new Date(at).toISOString();
  return isIsoDate(text) ? text : null;
}

/** A fact, unless the answer lacks it. */
export const known = (field: FactField, value: string | readonly string[] | null) =>
  value === null || value.length === 0 ? [] : [{ field, value }];
