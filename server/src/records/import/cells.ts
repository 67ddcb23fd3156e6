import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import { isNoValue } from '@quartermaster/contract/imports/blank-words';
import { listedCountry } from '@quartermaster/contract/imports/country-names';
import { autoRenewOf, flagOf } from '@quartermaster/contract/imports/flag-words';
import { intervalOf } from '@quartermaster/contract/imports/interval-words';
import { type Amount, amountOf, currencyOf } from '@quartermaster/contract/imports/money-words';
import { unguarded } from '@quartermaster/contract/rules/csv';
import { type Tag, parseTag } from '@quartermaster/contract/rules/tags';
import { z } from 'zod';
import { entityOf } from '../kinds/entities.ts';
import { isoDate } from './dates.ts';
import type { ColumnTarget } from './targets.ts';

/**
 * What a cell says of its field: a value as the API takes it, null to clear it, or what is wrong. An amount may say its
 * currency.
 */
export type CellValue = { value: unknown; amount?: Amount } | { error: string };

/** What our own exports write of a flag that is set. */
const ownYes = 'auth missing';
const flagValue = (text: string): boolean | null =>
  text.trim().toLowerCase() === ownYes ? true : flagOf(text);

/** The words that a field takes; undefined if it takes any text. */
export function choicesOf({ table, field, element }: ColumnTarget): ReadonlyMap<string, string> | undefined {
  const definition = entityOf[table].fields[field];
  if (element !== null || !(definition?.answer instanceof z.ZodEnum)) return undefined;
  const words = definition.answer.options as string[];
  const labels = entityOf[table].labels?.[field] ?? {};
  return new Map(
    words.flatMap((word) => [word, labels[word] ?? word].map((each) => [each.toLowerCase(), word])),
  );
}

/**
 * The choice that a text names; undefined if it names none. Where yes and no are choices, so are the words for them, and
 * where a month is.
 */
function choiceOf(choices: ReadonlyMap<string, string>, text: string): string | undefined {
  const choice = choices.get(text.trim().toLowerCase());
  if (choice !== undefined) return choice;
  if (choices.has('month')) return intervalOf(text) ?? undefined;
  if (!choices.has('yes') || !choices.has('no')) return undefined;
  const isYes = autoRenewOf(text);
  return isYes === null ? undefined : choices.get(isYes ? 'yes' : 'no');
}

/** Whether a text is a word of a flag or a choice. */
export function isKnownWord(target: ColumnTarget, text: string): boolean {
  if (target.column === 'flag') return flagValue(text) !== null;
  const choices = choicesOf(target);
  return choices === undefined || choiceOf(choices, text) !== undefined;
}

/** 'type:value', joined as in our exports. */
export const tagsIn = (text: string): Tag[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseTag);

/** The tags that a cell of tags says. */
export const tagsOf = (said: CellValue): Tag[] => ('value' in said ? ((said.value ?? []) as Tag[]) : []);

/** Pasted addresses count as the name in them. */
function bareDomain(text: string): string {
  const rest = text.trim().replace(/^[a-z][a-z\d+.\-]*:\/\//i, '');
  const end = rest.search(/[/?#]/);
  return (end < 0 ? rest : rest.slice(0, end)).replace(/\.$/, '');
}

/** Thousands, all after the same separator, before the end or decimals after another one. */
const thousands = /^[1-9]\d{0,2}([,. '’])\d{3}(?:\1\d{3}){0,3}(?=$|(?!\1)[,.]\d+$)/;
/** Thousands to some, decimals to others. A number of JSON or a workbook has no thousands, and here too many decimals. */
const unclearAmount = /^[1-9]\d{0,2}[,.]\d{3}$/;

/** '1,234.50', '1.234,50 €', '12,5' or '$9.99' as a number, and its currency. */
function amountValue(text: string): CellValue {
  const amount = amountOf(text);
  if (!amount) return { value: text };
  if (unclearAmount.test(amount.digits)) {
    const digits = amount.digits.replace(/\D/, '');
    return { error: `Are the last three digits decimals? Write ${digits}, or at most two decimals` };
  }
  const plain = amount.digits.replace(thousands, (whole) => whole.replaceAll(/\D/g, ''));
  return /^\d{1,15}(?:[,.]\d{1,20})?$/.test(plain)
    ? { value: Number(plain.replace(',', '.')), amount }
    : { value: text };
}

/** Whether a cell leaves its field as it is. */
export function isBlank(target: ColumnTarget | null, text: string): boolean {
  if (text.trim() === '') return true;
  const isTaken = !target || target.secret || target.field === 'comment' || target.isNeeded;
  return !isTaken && isNoValue(text);
}

/** Reads a cell that is not blank. Secrets are taken as they stand. */
export function cellValue(
  target: ColumnTarget,
  text: string,
  order: DateOrder | 'unknown' | null,
): CellValue {
  const { column, table, field, element } = target;
  if (text === '-') return { value: null };
  if (target.secret) return { value: text };
  const plain = unguarded(text);
  if (field === 'tags' && column === 'json')
    return { value: element === null ? tagsIn(plain) : [{ type: element.trim(), value: plain.trim() }] };
  switch (column) {
    case 'flag':
      return { value: flagValue(plain) ?? plain };
    case 'integer':
      return { value: /^\d{1,15}(?:\.0+)?$/.test(plain.trim()) ? Number(plain.trim()) : plain };
    case 'money':
      return amountValue(plain.trim());
    case 'time': {
      const date = isoDate(plain, order);
      if (date === 'order')
        return { error: 'Is the day or the month first? Choose the order of this column' };
      return date === null ? { error: 'Invalid date format' } : { value: date };
    }
    case 'json':
      try {
        return { value: JSON.parse(plain) as unknown };
      } catch {
        return { error: `${target.label} must be JSON` };
      }
    default: {
      if (table === 'domains' && field === 'domain') return { value: bareDomain(plain) };
      if (field === 'country') return { value: listedCountry(plain) ?? plain };
      if (field === 'currency') return { value: currencyOf(plain) ?? plain };
      const choices = choicesOf(target);
      return { value: (choices && choiceOf(choices, plain)) ?? plain };
    }
  }
}
