import { formatDay } from '../ui/format.ts';
import { moneyText } from './dates/renewal-text.ts';

/** What a mail to a client says of something with a date. Nothing else of a record goes into it. */
export interface MailItem {
  name: string;
  /** 'Domain', 'Certificate'. */
  what: string;
  /** A day or an instant at its midnight. */
  date: string | null;
  price: number | null;
  currency: string | null;
}

interface MailText {
  plain: string;
  html: string;
  /** Opens a mail with the text; null where programs would cut it. */
  link: string | null;
}

/** What mail programs and browsers take of an address. */
const linkLength = 1800;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function cellsOf({ name, what, date, price, currency }: MailItem): string[] {
  const day = date === null ? 'No date' : formatDay(date);
  return [name, what, day, price === null ? '' : moneyText(price, currency)];
}

/** A text about some dates, the soonest first, undated last: a line or a row of a table for each. */
export function mailText(items: readonly MailItem[]): MailText {
  const timeOf = ({ date }: MailItem) => (date === null ? Number.MAX_VALUE : Date.parse(date));
  const sorted = items.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || one.name.localeCompare(other.name),
  );
  const rows = sorted.map(cellsOf);
  const plain = rows.map((cells) => cells.filter((cell) => cell !== '').join(', ')).join('\n');
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag} align="left">${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const head = line(['Name', 'What', 'Date', 'Price'], 'th');
  const html = `<table>${head}${rows.map((cells) => line(cells, 'td')).join('')}</table>`;
  const link = `mailto:?body=${encodeURIComponent(plain.replaceAll('\n', '\r\n'))}`;
  return { plain, html, link: link.length <= linkLength ? link : null };
}
