import { walkXml } from './xml.ts';

/** The numbers of built-in formats that show a date or a time (ECMA-376, part 1, 18.8.30). */
const builtIn = /^(?:1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;
const dayMs = 86_400_000;
/** Of 1900 and 1904 before 1970. */
const epochs = { 1900: 25_569, 1904: 24_107 };
/** Day numbers from here on count a February 29, 1900, which there was not. */
const leap = 60;

/** Whether a format of a number has parts of a date, outside of quoted texts, colors and conditions. */
const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test(format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]|General/gi, ''));

/** Which styles of cells show a number as a date. */
export async function dateStyles(styles: AsyncIterable<Buffer>): Promise<Set<number>> {
  const formats = new Set<string>();
  const dates = new Set<number>();
  let style = 0;
  let isOfCells = false;
  await walkXml(styles, {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      if (tag === 'numFmt' && isDateFormat(formatCode)) formats.add(numFmtId);
      else if (tag === 'cellXfs') isOfCells = true;
      else if (tag === 'xf' && isOfCells) {
        if (builtIn.test(numFmtId) || formats.has(numFmtId)) dates.add(style);
        style += 1;
      }
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  return dates;
}

/** A day, or a day with its time; empty for what is none. */
export function dateText(time: number): string {
  // Days and their fractions are stored as floating-point numbers, a little below the second that was typed.
  const date = new Date(Math.round(time / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return date.getTime() % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

/** The instant of a day number, in UTC. */
export function timeOfDay(number: number, isFrom1904: boolean): number {
  if (isFrom1904) return (number - epochs[1904]) * dayMs;
  return (number - epochs[1900] + (number < leap ? 1 : 0)) * dayMs;
}
