import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import { unguarded } from '@quartermaster/contract/rules/csv';
import { type Tag, parseTag } from '@quartermaster/contract/rules/tags';
import { z } from 'zod';
import { entityOf } from '../kinds/entities.ts';
import { isoDate } from './dates.ts';
import type { ColumnTarget } from './targets.ts';

/** What a cell says of its field: a value as the API takes it, null to clear it, or what is wrong. */
export type CellValue = { value: unknown } | { error: string };

const yes = new Set(['yes', 'y', 'true', '1', 'on', 'x', 'active', 'enabled', 'auth missing', '✓']);
const no = new Set(['no', 'n', 'false', '0', 'off', 'inactive', 'disabled']);

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

/** Whether a text is a word of a flag or a choice. */
export function isKnownWord(target: ColumnTarget, text: string): boolean {
  const word = text.trim().toLowerCase();
  if (target.column === 'flag') return yes.has(word) || no.has(word);
  return choicesOf(target)?.has(word) ?? true;
}

/** 'type:value', joined as in our exports. */
export const tagsIn = (text: string): Tag[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseTag);

/** Pasted addresses count as the name in them. */
function bareDomain(text: string): string {
  const rest = text.trim().replace(/^[a-z][a-z\d+.\-]*:\/\//i, '');
  const end = rest.search(/[/?#]/);
  return (end < 0 ? rest : rest.slice(0, end)).replace(/\.$/, '');
}

/** Thousands, all after the same separator, before the end or decimals after another one. */
const thousands = /^[1-9]\d{0,2}([,. ])\d{3}(?:\1\d{3}){0,3}(?=$|(?!\1)[,.]\d+$)/;
/** Thousands to some, decimals to others. A number of JSON or a workbook has no thousands, and here too many decimals. */
const unclearAmount = /^[1-9]\d{0,2}[,.]\d{3}$/;

/** '1,234.50', '1.234,50', '12,5' or 9.99 as a number. */
function amountValue(text: string): CellValue {
  if (unclearAmount.test(text)) {
    const digits = text.replace(/\D/, '');
    return { error: `Are the last three digits decimals? Write ${digits}, or at most two decimals` };
  }
  const plain = text.replace(thousands, (whole) => whole.replaceAll(/\D/g, ''));
  return { value: /^\d{1,15}(?:[,.]\d{1,20})?$/.test(plain) ? Number(plain.replace(',', '.')) : text };
}

/** Whether a cell leaves its field as it is. */
export const isBlank = (text: string): boolean => text.trim() === '';

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
    case 'flag': {
      const word = plain.trim().toLowerCase();
      return { value: yes.has(word) ? true : no.has(word) ? false : plain };
    }
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
    default:
      if (table === 'domains' && field === 'domain') return { value: bareDomain(plain) };
      return { value: choicesOf(target)?.get(plain.trim().toLowerCase()) ?? plain };
  }
}
