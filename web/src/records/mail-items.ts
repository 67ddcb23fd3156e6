import { client } from '@quartermaster/contract/api/client';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import type { Expiration, expirationsCsv } from '@quartermaster/contract/expirations/expirations.schema';
import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import { download } from '../api/download.ts';
import type { RawListQuery } from './list-query.ts';
import type { MailItem } from './mail-text.ts';

type ExportedRow = Record<keyof typeof expirationsCsv, string | number | null>;

const whatOf = (kind: string): string =>
  Object.hasOwn(expirationLabels, kind) ? expirationLabels[kind as Expiration['what']] : kind;

/** What a text for a mail says of a row. */
export const itemOf = ({ name, label, what, date, price, currency }: Expiration): MailItem => ({
  name: label === null ? shownDomain(name) : `${shownDomain(name)} (${label})`,
  what: whatOf(what),
  date,
  price,
  currency,
});

/** The same of all rows that match, without what tells several dates of a record apart: exports lack it. */
export async function itemsOf(query: RawListQuery): Promise<MailItem[]> {
  const { blob } = await download(client.expirations.export, { query: { ...query, format: 'json' } });
  const rows = JSON.parse(await blob.text()) as ExportedRow[];
  const text = (cell: string | number | null) => (cell === null || cell === '' ? null : String(cell));
  return rows.map((row) => ({
    name: shownDomain(String(row.Name)),
    what: whatOf(String(row.What)),
    date: text(row.Date),
    price: typeof row.Price === 'number' ? row.Price : null,
    currency: text(row.Currency),
  }));
}

/** The same of some domains, with the dates that are shown of them. */
export async function itemsOfDomains(names: readonly string[]): Promise<MailItem[]> {
  const items = new Map((await itemsOf({ what: 'domain' })).map((item) => [item.name, item]));
  return names
    .map(shownDomain)
    .map(
      (name) =>
        items.get(name) ?? { name, what: expirationLabels.domain, date: null, price: null, currency: null },
    );
}
