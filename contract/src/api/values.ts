import { z } from 'zod';
import { isEmail, isIsoDate, isStorable, isUuid, isWebUrl } from '../rules/formats.ts';
import { isVisible, isVisibleAddress, isVisibleName, isVisibleText } from '../rules/visible-text.ts';
import { tagKey } from '../rules/tags.ts';
import { flags } from './filters.ts';
import { limits } from '../rules/limits.ts';

const unstorable = (label: string) => `${label} contains characters that can't be stored`;
export const invisible = (label: string) => `${label} contains invisible or control characters`;

const wrongType =
  (label: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === null ? `${label} is required` : `${label} must be text`;

/** Skips the checks that follow if this one fails, as they may be slow on long text. */
const orAbort = (error: string) => ({ error, abort: true });
const lengthError = (label: string, max: number) => `${label} must be less than ${max} characters`;
const tooLong = (label: string, max: number) => orAbort(lengthError(label, max));

/**
 * Counts the keys of a map first: zod checks a list's length before its elements, but a map's size only after all of
 * its values.
 */
export const keysAtMost = <S extends z.ZodType>(max: number, message: string, map: S) =>
  z.preprocess(
    (value, { issues }) => {
      if (typeof value === 'object' && value !== null && Object.keys(value).length > max)
        issues.push({ code: 'too_big', origin: 'map', maximum: max, input: value, message });
      return value;
    },
    map.meta({ maxProperties: max }),
  );

/**
 * Text to be trimmed, and perhaps composed. Both take time, so a text is refused first if it is longer than any that is
 * likely to fit in `max` afterwards. One of blanks alone counts as it is: it is too long, not none.
 */
const trimmedText = (error: z.core.$ZodStringParams['error'], max: number, message: string) =>
  z
    .string({ error })
    .max(4 * max + 1000, orAbort(message))
    .refine((value) => value.length <= max || value.trim() !== '', orAbort(message))
    .trim();

/** The same, composed (NFC), which takes quadratic time. */
const composedText = (label: string, max: number, error: z.core.$ZodStringParams['error']) =>
  trimmedText(error, max, lengthError(label, max)).normalize();

/** Required single-line text: trimmed, in NFC, 1 to `max` characters. */
export const requiredText = (label: string, max: number, isReadable = isVisible) =>
  composedText(label, max, wrongType(label))
    .min(1, `${label} is required`)
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label))
    .refine(isReadable, invisible(label));

const optional = (label: string, max: number, isReadable: (value: string) => boolean) =>
  composedText(label, max, `${label} must be text`)
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label))
    .refine(isReadable, invisible(label))
    .nullish();

/** Optional single-line text, in NFC; absent, null and blank all mean 'none'. */
export const optionalText = (label: string, max: number) => optional(label, max, isVisible);

/** A required secret, stored exactly as sent. */
export const requiredSecret = (label: string, max: number) =>
  z
    .string({ error: wrongType(label) })
    .max(max, tooLong(label, max))
    .refine((value) => value.trim() !== '', `${label} is required`)
    .refine(isStorable, unstorable(label));

/** An optional secret, stored exactly as sent; absent, null and blank all mean 'none'. */
export const optionalSecret = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .max(max, tooLong(label, max))
    .refine(isStorable, unstorable(label))
    .nullish();

/** The name of a person or a workspace; those of records may contain any visible text. */
export const optionalName = optional('Name', limits.name, isVisibleName);
export const requiredName = requiredText('Name', limits.name, isVisibleName);

export const hostName = (label: string) => requiredText(label, limits.url);

export const emailAddress = (message: string) =>
  requiredText('Email', limits.email, isVisibleAddress).refine(isEmail, message);

/** An address that may have been registered before invisible characters were refused. */
export const knownEmailAddress = (message: string) =>
  trimmedText(wrongType('Email'), limits.email, lengthError('Email', limits.email))
    .min(1, 'Email is required')
    .max(limits.email, tooLong('Email', limits.email))
    .refine(isStorable, unstorable('Email'))
    .refine(isEmail, message);

export const optionalUrl = (label: string) =>
  trimmedText('Invalid URL format', limits.url, lengthError(label, limits.url))
    .max(limits.url, tooLong(label, limits.url))
    .refine(isStorable, unstorable(label))
    .refine(isVisible, invisible(label))
    .refine((value) => value === '' || isWebUrl(value), 'Invalid URL format')
    .nullish();

export const optionalDate = trimmedText('Invalid date format', limits.date, 'Invalid date format')
  .max(limits.date, orAbort('Invalid date format'))
  .refine((value) => value === '' || isIsoDate(value), 'Invalid date format')
  .nullish();

/** An amount of at most two decimals; absent, null and '' mean 'none'. */
export const optionalMoney = (label: string) =>
  z
    .preprocess(
      (value) => (value === '' ? null : value),
      z
        .number({ error: `${label} must be a number` })
        .min(0, `${label} must not be negative`)
        .max(limits.money, `${label} must be at most ${limits.money}`)
        .refine((value) => Number(value.toFixed(2)) === value, `${label} must have at most two decimals`)
        .nullable(),
    )
    .nullish();

/** A required id of another record. A malformed id gets the same message as an unknown one. */
export const reference = (label: string) =>
  z
    .string({ error: wrongType(label) })
    .min(1, `${label} is required`)
    .max(limits.id, orAbort(`${label} not found`))
    .refine((value) => value === '' || isUuid(value), `${label} not found`);

export const optionalReference = (label: string) =>
  z
    .string({ error: `${label} not found` })
    .max(limits.id, orAbort(`${label} not found`))
    .refine((value) => value === '' || isUuid(value), `${label} not found`)
    .nullish();

export const flag = (label: string) => z.boolean({ error: `${label} must be true or false` });

export const comment = optional('Comment', limits.comment, isVisibleText);

/** A CSS color name or #hex, for the tag's dot. */
export const tagColor = z
  .string({ error: 'Tag color must be text' })
  .regex(/^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,20})$/, 'Tag color must be a color name or #hex');

export const tag = z.object({
  type: requiredText('Tag type', limits.tagType),
  value: requiredText('Tag value', limits.tagValue),
  color: tagColor.optional(),
});

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

/** The values of credential fields; null and blank mean 'none'. An update changes only the names in it. */
export const credentialValues = keysAtMost(
  limits.credentials,
  `Maximum ${limits.credentials} credentials allowed`,
  z.record(
    z
      .string()
      .min(1)
      .max(limits.name, tooLong('Credential name', limits.name))
      .refine(isStorable, unstorable('Credential name'))
      .refine(isVisible, invisible('Credential name')),
    z
      .string({ error: 'Credentials must be text' })
      .max(limits.credential, tooLong('Credential', limits.credential))
      .refine(isStorable, unstorable('Credential'))
      .nullable(),
    { error: 'Credentials must map names to text' },
  ),
).nullish();

/** Credential values by field name; null for one that is set but not shown. */
export const credentials = z.record(z.string(), z.string().nullable());

export const id = z.string().meta({ description: 'UUID' });
/** ISO 8601, UTC. */
export const time = z.string().meta({ description: 'ISO 8601, UTC' });
export const tagOut = z.object({ type: z.string(), value: z.string(), color: z.string().optional() });

/** What every record has beside its fields. */
export const identity = { id, createdAt: time, updatedAt: time };

export const queryText = z
  .string()
  .max(limits.filter, tooLong('The query', limits.filter))
  .refine(isStorable, unstorable('The query'));

const keyLength = `Key must have ${limits.keyMin} to ${limits.keyMax} characters`;
/** Makes the repetition of a request answer the same, and do nothing. */
export const repeatKey = z
  .string({ error: ({ input }) => (input === undefined ? 'Key is required' : 'Key must be text') })
  .min(limits.keyMin, keyLength)
  .max(limits.keyMax, keyLength)
  .refine(isStorable, unstorable('Key'))
  .meta({ description: 'With the key of an earlier request, the same is answered and nothing done.' });

/** Booleans in a query are 'true' and 'false'. */
export const queryFlag = z.enum(flags, { error: 'Must be true or false' });
export const queryDays = z.coerce
  .number({ error: 'Must be a number of days' })
  .int()
  .min(0)
  .max(limits.days)
  .meta({ type: 'integer' });
/** A calendar day, in UTC. */
export const queryDay = z.iso.date({ error: 'Must be a day, YYYY-MM-DD' });

/** The token of a mailed link. */
export const linkToken = z
  .string({ error: 'The link is incomplete' })
  .min(1, 'The link is incomplete')
  .max(limits.linkToken, 'The link is not valid any more');
