import { z } from 'zod';
import type { CredentialFields } from '../catalog/credential-field.ts';
import { limits } from '../rules/limits.ts';
import { holdsSecret } from '../rules/secret-comments.ts';
import type { Kind } from './kind.ts';
import * as values from './values.ts';

/**
 * How a field is stored. 'secret' and 'secrets' (a map of texts) are sealed; 'sealed' is JSON sealed as a whole,
 * although not all of it is secret. Times are milliseconds, flags 0 or 1, money hundredths.
 */
export type Column =
  'text' | 'integer' | 'money' | 'flag' | 'time' | 'json' | 'secret' | 'secrets' | 'sealed';

/** A field: the schema for requests, the schema for answers, and the column. */
export interface Field<
  Rule extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  C extends Column = Column,
  Nullable extends boolean = boolean,
> {
  rule: Rule;
  answer: Answer;
  column: C;
  nullable: Nullable;
  synonyms?: Synonyms;
}

/**
 * What files of other programs call a field, by path: '' is the field itself, 'emailAccount.email' leads into the record
 * that a reference names. The field's label, and the headings of our own exports, need no mention.
 */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** A field with a default for creates. */
export interface Initial<V> {
  initial: V;
}

/** A text compared and sorted by its key, which ignores case, in a second column `<field>Key`. */
export interface Caseless {
  caseless: (text: string) => string;
}

/** A text that is shown, sorted and searched in another form than it is stored. */
export interface Displayed {
  display: (text: string) => string;
}

/** A field with a flag that follows from its value, in a column of its own, for filters. */
export interface Marked<Mark extends string = string> {
  mark: Mark;
  isMarked: (value: never) => boolean;
}

/** The fields of a kind, by name. */
export type Fields = Record<string, Field & Partial<Initial<unknown> & Caseless & Displayed & Marked>>;

/** The id of another record. Answers also include that record, under the field's name without 'Id'. */
export interface ReferenceField<
  Answer extends z.ZodType = z.ZodType,
  Shown extends z.ZodType = z.ZodType,
  Nullable extends boolean = boolean,
> extends Field<z.ZodType<string | null | undefined>, Answer, 'text', Nullable> {
  to: Kind;
  label: string;
  shown: Shown;
}

export const isReference = (field: Field): field is ReferenceField => 'to' in field;

const field = <R extends z.ZodType, A extends z.ZodType, C extends Column, const N extends boolean>(
  column: C,
  rule: R,
  answer: A,
  nullable: N,
): Field<R, A, C, N> => ({ column, rule, answer, nullable });

const string = z.string();
const nullableString = z.string().nullable();

export const text = <R extends z.ZodType>(rule: R) => field('text', rule, string, false);
export const optionalText = <R extends z.ZodType>(rule: R) => field('text', rule, nullableString, true);
export const secret = (label: string, max: number) =>
  field('secret', values.requiredSecret(label, max), nullableString, false);
export const optionalSecret = (label: string, max: number) =>
  field('secret', values.optionalSecret(label, max), nullableString, true);
export const integer = <R extends z.ZodType>(rule: R) => field('integer', rule, z.number(), false);
export const optionalInteger = <R extends z.ZodType>(rule: R) =>
  field('integer', rule, z.number().nullable(), true);
export const optionalMoney = <R extends z.ZodType>(rule: R) =>
  field('money', rule, z.number().nullable(), true);
export const optionalTime = field('time', values.optionalDate, values.time.nullable(), true);
export const json = <R extends z.ZodType, A extends z.ZodType>(rule: R, answer: A) =>
  field('json', rule, answer, false);

/** A list of elements with ids; in the field `by` is the name that people know an element by. */
export interface ElementsField<
  Rule extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Field<Rule, Answer, 'sealed' | 'json', false> {
  by: string;
}

export const isElements = (field: Field): field is ElementsField => 'by' in field;

export const sealed = <R extends z.ZodType, A extends z.ZodType>(by: string, rule: R, answer: A) => ({
  ...field('sealed', rule, answer, false),
  by,
});

/** One of a few words. */
export const choice = <const W extends readonly [string, ...string[]]>(
  label: string,
  words: W,
  rule: z.ZodEnum<{ [V in W[number]]: V }> = z.enum(words, {
    error: `${label} must be one of: ${words.join(', ')}`,
  }),
) => field('text', rule, z.enum(words), false);

export const initially = <F extends Field, const V>(of: F, initial: V): F & Initial<V> => ({
  ...of,
  initial,
});
export const marked = <F extends Field, const M extends string>(
  of: F,
  mark: M,
  isMarked: (value: z.output<F['answer']>) => boolean,
): F & Marked<M> => ({ ...of, mark, isMarked });
export const lowerCase = (text: string): string => text.toLowerCase();
export const caseless = <F extends Field>(of: F, key = lowerCase): F & Caseless => ({
  ...of,
  caseless: key,
});

/** Adds the names by which imports recognise the field's column. */
export const also = <F extends Field>(of: F, names: readonly string[], below: Synonyms = {}): F => ({
  ...of,
  synonyms: { '': names, ...below },
});

export const displayed = <F extends Field>(of: F, display: (text: string) => string): F & Displayed => ({
  ...of,
  display,
});

export const flag = (label: string, initial: boolean) =>
  initially(field('flag', values.flag(label), z.boolean(), false), initial);

/** A flag that holds in place of a value in another field. */
export interface Instead {
  insteadOf: string;
}

export const isInstead = (field: Field): field is Field & Instead => 'insteadOf' in field;

export const insteadOf = <F extends Field>(other: string, of: F): F & Instead => ({
  ...of,
  insteadOf: other,
});

export const isTags = ({ rule }: Field): boolean => rule === values.tags;

/** Returns the descriptions of a record's credentials; null: all names are free. */
export type Describe = (record: Readonly<Record<string, unknown>>) => CredentialFields | null;

/**
 * A map of credentials. `describe` tells which are secret; the field `of` names the provider or type that they belong
 * to.
 */
export interface CredentialsField<
  Rule extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Field<Rule, Answer, 'secrets', true> {
  describe: Describe;
  of: string;
}

export const isCredentials = (field: Field): field is CredentialsField => field.column === 'secrets';

/** Maps names to secrets; the provider or registrator type in the field `of` defines the names. */
export const credentials = (of: string, describe: Describe) => ({
  ...field('secrets', values.credentialValues, values.credentials, true),
  describe,
  of,
});

/** The target of a reference: its kind, its label in messages, and the part of its answer that is shown. */
interface Target<A extends z.ZodType, K extends Kind> {
  kind: K;
  label: string;
  shown: A;
}

export const reference = <A extends z.ZodType, K extends Kind>({ kind, label, shown }: Target<A, K>) => ({
  ...field('text', values.reference(label), values.id, false),
  to: kind,
  label,
  shown,
});
export const optionalReference = <A extends z.ZodType, K extends Kind>({
  kind,
  label,
  shown,
}: Target<A, K>) => ({
  ...field('text', values.optionalReference(label), values.id.nullable(), true),
  to: kind,
  label,
  shown: shown.nullable(),
});

/** Fields that nearly every kind has; those with a comment have `noted` as their last. */
export const tagged = {
  tags: also(initially(json(values.tags, z.array(values.tagOut)), []), [
    'tag',
    'labels',
    'label',
    'categories',
    'category',
  ]),
  comment: marked(
    also(optionalText(values.comment), ['comments', 'note', 'notes', 'description', 'remark', 'remarks']),
    'secretComment',
    holdsSecret,
  ),
};
export const noted = {
  secureNote: also(optionalSecret('Secure note', limits.secureNote), [
    'secure notes',
    'secret note',
    'secret notes',
    'private note',
    'private notes',
  ]),
};
