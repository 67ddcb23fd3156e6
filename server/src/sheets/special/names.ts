import type { Area } from '@quartermaster/contract/api/areas';
import { isEmail } from '@quartermaster/contract/rules/formats';
import type { FromText } from './special.ts';

/** Loosely: a name that breaks the rules is still one, to be said and mended. */
const domain = (text: string): boolean =>
  /^(?:https?:\/\/)?[^\s@:/]+\.[^\s@:/.\d]{2,}\.?(?:\/\S*)?$/i.test(text);

/** What a bare list of an area's names holds, and the heading of its column. */
const lists: { [A in Area]?: { heading: string; is: (text: string) => boolean } } = {
  domains: { heading: 'Domain', is: domain },
  emails: { heading: 'Email', is: isEmail },
};

/** A bare list of names: one a line, or separated by blanks, commas or semicolons. */
export const names: FromText = (text, area) => {
  const list = lists[area];
  if (!list) return null;
  const named = text
    .split(/\r\n?|\n/)
    .flatMap((line, at) =>
      line.split(/[\s,;]+/).flatMap((name) => (name === '' ? [] : [{ name, line: at + 1 }])),
    );
  const found = named.map(({ name }) => name);
  const [first = ''] = found;
  if (!list.is(first) || found.filter(list.is).length < 0.8 * found.length) return null;
  return {
    source: 'List',
    header: null,
    columns: [list.heading],
    rows: found.map((name) => [name]),
    lines: named.map(({ line }) => line),
  };
};
