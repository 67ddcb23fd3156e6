import type { ElementsField } from '@quartermaster/contract/api/fields';
import type { DateKind } from '@quartermaster/contract/dates/dates.routes';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { inSentence } from '@quartermaster/contract/rules/field-label';
import { limits } from '@quartermaster/contract/rules/limits';
import { type AutoRenew, renewalLabels } from '@quartermaster/contract/rules/renewal';
import { z } from 'zod';

/** A date on a record, as the record's row holds it. */
export interface DateElement {
  id: string;
  what: DateKind;
  /** YYYY-MM-DD */
  date: string;
  label: string | null;
  autoRenew: AutoRenew;
  price: number | null;
  currency: string | null;
  payer: string | null;
  createdAt: number;
}

export const tooManyDates = `Maximum ${limits.recordDates} dates on a record allowed`;

/**
 * The dates on a record, as a field of every kind that its own endpoints neither take nor answer. So history, undo and
 * trash treat them like the record's other fields, element by element.
 */
export const dates: ElementsField & { initial: readonly DateElement[] } = {
  column: 'json',
  nullable: false,
  rule: z.array(z.any()).max(limits.recordDates, tooManyDates),
  answer: z.any(),
  by: 'id',
  initial: [],
};

export const noDates = '[]';

const renews: Readonly<Record<AutoRenew, string | null>> = {
  YES: 'renews itself',
  NO: 'does not renew itself',
  UNKNOWN: null,
};

/** 'Server 2027-03-01 · VPS 12 · renews itself · 12.50 EUR · paid by Acme' */
const inWords = ({ what, date, label, autoRenew, price, currency, payer }: DateElement): string =>
  [
    `${expirationLabels[what]} ${date}`,
    label,
    renews[autoRenew],
    price === null ? currency : [price.toFixed(2), currency].filter((part) => part !== null).join(' '),
    payer === null ? null : `paid by ${payer}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');

/** Dates, one of them, or a part of one, as people read them. */
export function datesInWords(value: unknown): unknown {
  if (Array.isArray(value)) return (value as DateElement[]).map(inWords);
  return typeof value === 'object' && value !== null ? inWords(value as DateElement) : (value ?? null);
}

const partLabels: Readonly<Record<string, string>> = {
  what: 'What',
  date: 'Date',
  label: 'Label',
  ...renewalLabels,
};

/** What conflicts call a part of a date: 'dates: price'. */
export const datePartLabel = (part: string): string => `dates: ${inSentence(partLabels[part] ?? part)}`;
