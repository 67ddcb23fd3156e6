import { z } from 'zod';

/** Lengths in characters, counted as JavaScript does (UTF-16 units). */
export const limits = {
  email: 255,
  password: 255,
  url: 500,
  name: 100,
  comment: 1000,
  tags: 20,
  tagType: 50,
  tagValue: 100,
  credential: 10_000,
  credentials: 50,
  search: 200,
  bulkRows: 10_000,
  listRows: 10_000,
  pageRows: 1000,
} as const;

const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export const isEmail = (value: string): boolean => emailPattern.test(value);
export const isUuid = (value: string): boolean => uuidPattern.test(value);

/** Only http and https addresses count: they are shown as links. */
export function isWebUrl(value: string): boolean {
  try {
    const { protocol, hostname } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
  } catch {
    return false;
  }
}

/** An ISO 8601 date or date-time that exists in the calendar. */
export function isIsoDate(value: string): boolean {
  if (!dateTimePattern.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = Number(value.slice(8, 10));
  return new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === day;
}

/** NUL and lone surrogates can be stored by neither engine. */
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();
const unstorable = (label: string) => `${label} contains characters that can't be stored`;

const wrongType =
  (label: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === null ? `${label} is required` : `${label} must be text`;

const tooLong = (label: string, max: number) => `${label} must be less than ${max} characters`;

/** Text that must be there: trimmed, 1 to `max` characters. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: wrongType(label) })
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label));

/** Text that may be absent, null or blank, which all mean 'none'. */
export const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label))
    .nullish();

/** A secret that must be there; kept exactly as sent. */
export const requiredSecret = (label: string, max: number) =>
  z
    .string({ error: wrongType(label) })
    .refine((value) => value.trim() !== '', `${label} is required`)
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label));

/** A secret that may be absent, null or blank; kept exactly as sent. */
export const optionalSecret = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label))
    .nullish();

export const emailAddress = (message: string) => requiredText('Email', limits.email).refine(isEmail, message);

export const optionalUrl = (label: string) =>
  z
    .string({ error: 'Invalid URL format' })
    .trim()
    .max(limits.url, tooLong(label, limits.url))
    .refine(isStorable, unstorable(label))
    .refine((value) => value === '' || isWebUrl(value), 'Invalid URL format')
    .nullish();

export const optionalDate = z
  .string({ error: 'Invalid date format' })
  .trim()
  .refine((value) => value === '' || isIsoDate(value), 'Invalid date format')
  .nullish();

/** The id of a record that must be there. A malformed id reads as one that was not found. */
export const reference = (label: string) =>
  z
    .string({ error: wrongType(label) })
    .min(1, `${label} is required`)
    .refine((value) => value === '' || isUuid(value), `${label} not found`);

export const optionalReference = (label: string) =>
  z
    .string({ error: `${label} not found` })
    .refine((value) => value === '' || isUuid(value), `${label} not found`)
    .nullish();

export const flag = (label: string) => z.boolean({ error: `${label} must be true or false` });

export const comment = optionalText('Comment', limits.comment);

export const tag = z.object({
  type: requiredText('Tag type', limits.tagType),
  value: requiredText('Tag value', limits.tagValue),
  /** A CSS colour name or #hex; only tints a dot. */
  color: z
    .string()
    .regex(/^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,20})$/, 'Tag color must be a color name or #hex')
    .optional(),
});

/** The order and the letters as typed; two tags are the same without regard to case. */
export const tagKey = (value: { type: string; value: string }): string =>
  `${value.type}:${value.value}`.toLowerCase();

export const tags = z
  .array(tag, { error: 'Tags must be a list' })
  .max(limits.tags, `Maximum ${limits.tags} tags allowed`)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    list.forEach((entry, index) => {
      if (seen.has(tagKey(entry)))
        context.addIssue({ code: 'custom', path: [index], message: 'This tag already exists' });
      seen.add(tagKey(entry));
    });
  });

/** What the operator fills into credential fields: blanks mean 'none'. */
export const credentialValues = z
  .record(
    z.string().min(1).max(limits.name).refine(isStorable, unstorable('Credential name')),
    z
      .string({ error: 'Credentials must be text' })
      .max(limits.credential, tooLong('Credential', limits.credential))
      .refine(isStorable, unstorable('Credential')),
    { error: 'Credentials must map names to text' },
  )
  .refine((map) => Object.keys(map).length <= limits.credentials, 'Too many credentials')
  .nullish();

export const id = z.string().meta({ description: 'UUID' });
/** ISO 8601, UTC. */
export const time = z.string().meta({ description: 'ISO 8601, UTC' });
export const tagOut = z.object({ type: z.string(), value: z.string(), color: z.string().optional() });
export type Tag = z.infer<typeof tagOut>;

/** Every record has these. */
export const stamps = { id, createdAt: time, updatedAt: time };

export const queryText = z.string().max(2000).refine(isStorable, unstorable('The query'));
/** Booleans in a query are the words. */
export const queryFlag = z.enum(['true', 'false'], { error: 'Must be true or false' });
export const queryDays = z.coerce
  .number({ error: 'Must be a number of days' })
  .int()
  .min(0)
  .max(36_500)
  .meta({ type: 'integer' });
/** A day of the calendar, in UTC. */
export const queryDay = z.iso.date({ error: 'Must be a day, YYYY-MM-DD' });
