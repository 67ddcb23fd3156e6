import type { imports } from '@quartermaster/contract/imports/imports.schema';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { z } from 'zod';
import { limits } from '@quartermaster/contract/rules/limits';
import { refuse } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { targetAt } from '../../records/import/targets.ts';
import type { Reading } from '../../sheets/table.ts';
import { changedReplacements } from './imports.replacing.ts';
import { isSecretColumn } from './imports.secret-columns.ts';
import type { Details } from './imports.staged.ts';

type Mapping = Readonly<Record<string, string | null>>;
type Options = NonNullable<z.output<typeof imports.update.body>['options']>;

/** A map with some keys changed; null removes one. */
const merged = <V>(before: Readonly<Record<string, V>>, changes: Readonly<Record<string, V | null>> = {}) =>
  Object.fromEntries(
    [...Object.entries(before), ...Object.entries(changes)].filter(
      ([key, value]) => value !== null && (!Object.hasOwn(changes, key) || changes[key] !== null),
    ),
  ) as Record<string, V>;

/** What a request changes of the values for all rows: an empty text takes one back; null of a secret, as answers say it, none. */
const changedValues = (area: Details['area'], values: Options['values'] = {}) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([path, value]) => value !== null || targetAt(tableOfArea[area], path)?.secret !== true)
      .map(([path, value]) => [path, value === '' ? null : value]),
  );

/** The options with what a request changes. A word for all references replaces what was chosen for each. */
export function changedOptions({ area, options: before }: Details, changes: Options): Details['options'] {
  const {
    existing,
    duplicates,
    tags,
    badCells,
    secretComments,
    replace = {},
    references,
    values,
    dates,
  } = changes;
  const choices = typeof before.references === 'string' ? {} : before.references;
  const next: Details['options'] = {
    existing: existing ?? before.existing,
    duplicates: duplicates ?? before.duplicates,
    tags: tags ?? before.tags,
    badCells: badCells ?? before.badCells,
    secretComments: secretComments ?? before.secretComments,
    replace: changedReplacements(before.replace, replace),
    references:
      references === undefined
        ? before.references
        : typeof references === 'string'
          ? references
          : merged(choices, references),
    values: merged(before.values, changedValues(area, values)),
    dates: merged(before.dates, dates),
  };
  expectFew(next);
  return next;
}

/** Refuses choices that have become too many, change by change. */
function expectFew({ references, values, replace }: Details['options']): void {
  for (const [header, texts] of Object.entries(replace))
    if (Object.keys(texts).length > limits.importReplacements)
      refuse({
        [`options.replace.${header}`]: `At most ${limits.importReplacements} replacements a column`,
      });
  const choices = { references, values, replace: Object.values(replace).flatMap(Object.keys) };
  let count = 0;
  for (const [name, map] of Object.entries(choices)) {
    count += typeof map === 'string' ? 0 : Object.keys(map).length;
    if (count > limits.importChoices)
      refuse({ [`options.${name}`]: `At most ${limits.importChoices} choices at once` });
  }
  if (JSON.stringify([references, values, replace]).length > limits.body)
    refuse({
      options: `All choices together may have at most ${limits.body.toLocaleString('en')} characters`,
    });
}

const readings = ['delimiter', 'header', 'encoding', 'sheet', 'entities'] as const;

/** Whether the file has to be read in another way than it was; null: as it is recognised. */
export const isReadAnew = (read: Details, options: Options): boolean =>
  readings.some((name) => {
    const wanted = options[name];
    return wanted === null ? read.reading[name] !== undefined : wanted !== undefined && wanted !== read[name];
  });

export const readingOf = (read: Details, options: Options): Reading => ({
  ...read.reading,
  ...Object.fromEntries(
    readings.flatMap((name) => {
      const wanted = options[name];
      if (wanted === undefined || wanted === read[name]) return [];
      return [[name, wanted ?? undefined]];
    }),
  ),
});

/** Refuses columns that the file does not have, and fields that the area does not have. */
export function expectKnown(
  details: Details,
  mapping: Mapping,
  { dates = {}, values = {}, replace = {} }: Options,
): void {
  const { area, columns } = details;
  const errors: FieldErrors = {};
  const expectColumn = (name: string, header: string) => {
    if (!columns.includes(header)) errors[`${name}.${header}`] = `There is no column ${header}`;
  };
  const expectField = (name: string, path: string) => {
    if (targetAt(tableOfArea[area], path) === undefined)
      errors[name] = `There is no field ${path} to import into`;
  };
  for (const [header, path] of Object.entries(mapping)) {
    if (path !== null) expectField(`mapping.${header}`, path);
    expectColumn('mapping', header);
  }
  for (const header of Object.keys(dates)) expectColumn('options.dates', header);
  for (const [header, texts] of Object.entries(replace)) {
    expectColumn('options.replace', header);
    if (texts !== null && isSecretColumn(details, header))
      errors[`options.replace.${header}`] ??= 'A secret column takes no replacements';
  }
  for (const path of Object.keys(values)) expectField(`options.values.${path}`, path);
  refuse(Object.fromEntries(Object.entries(errors).slice(0, limits.errors)));
}
