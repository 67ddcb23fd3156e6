import { isExpiration, isLabel, labelOf, nameServersLabel } from './whois-labels.ts';

/** A comment or legal notice. */
const isNotice = (line: string): boolean => /^(?:[%#;>]|--|\*\*(?! \w))/.test(line.trimStart());

interface Pair {
  label: string;
  value: string;
}

/** A sentence that ends in a date: `Record expires on 2027-03-09 10:00:00`. */
const sentence =
  /^((?:created|registered|expires|(?:record|domain) (?:created|registered|expires|(?:last )?(?:updated|modified|changed)))(?: +on)?) +(\d.*)$/i;
const host = /\.\p{L}/u;
/** What a heading says of DNSSEC: `DNS servers (zone signed, 1 DS record)`. */
const zone = /\((?:zone|dnssec)\b:? *((?:is |un|not )?signed\b[^()]*)\)/i;

/**
 * `label: value`, `label.....: value`, `a. [label] value`, a sentence with a date, `Domain example.kg`, or a known label
 * in a column of its own; null: none of these.
 */
function pairIn(line: string): Pair | null {
  const dated = sentence.exec(line);
  if (dated) return { label: labelOf(dated[1] ?? ''), value: dated[2] ?? '' };
  const named = /^domain +([^\s:]+)(?: \(.*\))?$/i.exec(line);
  if (named && host.test(named[1] ?? '')) return { label: 'domain', value: named[1] ?? '' };
  const bracketed = /^(?:[a-z]\. *)?\[([^\]]+)\](.*)$/i.exec(line);
  if (bracketed) return { label: labelOf(bracketed[1] ?? ''), value: (bracketed[2] ?? '').trim() };
  const at = line.indexOf(':');
  if (at < 0) {
    const columns = line.split(/\s{2,}|\t/);
    const value = columns.pop() ?? '';
    const label = labelOf(columns.join(' '));
    return isLabel(label) ? { label, value } : null;
  }
  const before = line.slice(0, at);
  // A host and its IPv6 address are no label and value, nor is a URL.
  if (at < 1 || at > 60 || host.test(before) || line.startsWith('://', at)) return null;
  return {
    label: labelOf(before),
    value: line
      .slice(at + 1)
      .replace(/^\.{2,}/, '')
      .trim(),
  };
}

/** A heading of what is said of others than the domain. */
const ofOthers =
  /^(?:domain )?(?:registrant|registrar|reseller|holder|owner|administrative|admin|technical|tech|billing|contact|person|organi[sz]ation|whois)\b/;
/** Headings without a colon. */
const bareHeading =
  /^(?:registrant|registrar|reseller|holder|owner|(?:administrative|admin|technical|tech|billing) contacts?(?:\/agent)?|organi[sz]ation using domain name|name server)$/;

/** The lines below a heading. */
interface Section {
  label: string;
  indent: number;
  /** Whether it goes on until a blank line; else as long as its lines are indented further. */
  isBlock: boolean;
  isOfOthers: boolean;
}

const linesAtMost = 5000;
const longestLine = 2000;
const lineEnd = /\r\n|\r|\n/;

export const withoutNotices = (text: string): string =>
  text
    .split(lineEnd, linesAtMost)
    .filter((line) => !isNotice(line))
    .join('\n');

/**
 * The values of an answer by label. A value may be continued, or begin, in the lines below its label. What stands below a
 * heading is also filed with the heading before its label ('registrar name'); what is said of others, only so.
 */
export function whoisValues(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  let section: Section | null = null;
  /** The label that lines without one belong to, and how far they are indented at least. */
  let open: { label: string; indent: number } | null = null;
  let isBlockStart = true;
  const add = (label: string, value: string) => {
    const list = values.get(label);
    if (list) list.push(value);
    else values.set(label, [value]);
  };
  const isWithin = (indent: number): boolean =>
    section !== null && (section.isBlock || indent > section.indent);
  const begin = (label: string, indent: number) => {
    section = { label, indent, isBlock: isBlockStart, isOfOthers: ofOthers.test(label) };
    open = { label, indent: isBlockStart ? indent : indent + 1 };
  };

  for (const raw of text.split(lineEnd, linesAtMost)) {
    if (isNotice(raw) || raw.length > longestLine) continue;
    const line = raw.trim().replace(/^\*\* /, '');
    if (line === '') {
      // Name servers may follow after a blank line.
      const awaitsServers: boolean = open?.label === nameServersLabel && !values.has(nameServersLabel);
      if (!awaitsServers) [section, open] = [null, null];
      isBlockStart = true;
      continue;
    }
    const [, ofZone] = zone.exec(line) ?? [];
    if (ofZone !== undefined) add('dnssec', ofZone);
    const indent = raw.search(/\S/);
    const pair = pairIn(line);
    if (pair === null) {
      const heading = labelOf(line);
      if (isBlockStart && bareHeading.test(heading)) begin(heading, indent);
      else if (open !== null && indent >= open.indent) add(open.label, line);
    } else {
      const { label, value } = pair;
      const isHeading = value === '' && (isBlockStart || !isWithin(indent));
      if (isHeading) begin(label, indent);
      else if (value !== '') {
        if (!isWithin(indent)) section = null;
        open = { label, indent: indent + 1 };
        if (section === null) add(label, value);
        else {
          add(`${section.label} ${label}`, value);
          if (!section.isOfOthers || isExpiration(label)) add(label, value);
          if (section.label === nameServersLabel && host.test(value)) add(nameServersLabel, value);
        }
        // The registrar by its handle, with its name below.
        if (isBlockStart && label === 'registrar')
          section = { label, indent, isBlock: true, isOfOthers: false };
      }
    }
    isBlockStart = false;
  }
  return values;
}
