import type { Interval } from '../rules/renewal.ts';
import { columnName } from './column-name.ts';

/** Finds a word by how it begins, also after 'per' or 'every'. Words are as `columnName` leaves them. */
const begins = (words: string): RegExp => {
  const each = words.split(',').map((word) => word.trim());
  return new RegExp(`^(?:1(?!\\d) ?|(?:one|a|per|every|each|pro|par|por|al) )*(?:${each.join('|')})`, 'u');
};
const month = begins(
  `month, mo$, m$, monat, mois, mensu, mensil, mensal, mes(?:e|es)?$, maand, miesi, mesic, manad, aylik, ay$, месяц, ежемесяч`,
);
const year = begins(
  `year, yr$, y$, 12(?: ?(?:m|ay|мес)|$), annu, p a$, pa$, jahr, an$, annee, anual, ano$, anno$, jaar, rok$, roczn, rocn, ar$, arlig,
   yil, год, ежегод`,
);

/** How often something is paid by a word for it: 'monthly', 'jährlich', '12 months'; null: something else. */
export function intervalOf(text: string): Interval | null {
  const words = columnName(text);
  return year.test(words) ? 'YEAR' : month.test(words) ? 'MONTH' : null;
}

/** How often what a column's heading names is paid: 'Price per month', 'Preis/Jahr'; null: it does not say. */
export function intervalIn(heading: string): Interval | null {
  const words = columnName(heading).split(' ');
  const said = words.map((_, at) => intervalOf(words.slice(at).join(' ')));
  return said.find((interval) => interval !== null) ?? null;
}
