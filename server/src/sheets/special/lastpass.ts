import { tableOf } from '../table.ts';
import { withoutRows } from './skipped-rows.ts';
import type { FromCells } from './special.ts';

const own = ['url', 'username', 'password', 'extra', 'name', 'grouping', 'fav'];
/** What LastPass writes for entries without an address, and for notes, cards and the like. */
const [noAddress, note] = ['http://', 'http://sn'];

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
/** What programs write for characters with a meaning in HTML. */
const entity = /&(?:(amp|lt|gt|quot|apos)|#0*(34|38|39|47|60|61|62|96)|#x0*(2[267f]|3[cde]|60));/gi;

const decoded = (text: string): string =>
  text.replaceAll(
    entity,
    (_, name: string | undefined, decimal: string | undefined, hexadecimal: string | undefined) =>
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal))
        : (named.get(name.toLowerCase()) ?? ''),
  );

/**
 * The CSV of LastPass. Its browser extension escapes texts for HTML, its web vault does not, and a password may hold
 * '&amp;': texts are decoded if every '&' of the file begins an entity.
 */
export const lastpass: FromCells = (cells, _, { entities: asked = 'decode' }) => {
  const [header = []] = cells;
  if (!own.every((name) => header.includes(name))) return null;
  const { columns, rows } = tableOf(cells, 1);
  const [url, password] = [columns.indexOf('url'), columns.indexOf('password')];
  const whole = rows.flat().join('\n');
  const ampersands = whole.match(/&/g)?.length ?? 0;
  const isEscaped = ampersands > 0 && ampersands === whole.match(entity)?.length;
  const isDecoded = isEscaped && asked === 'decode';
  const texts = rows.map((row) =>
    row.map((cell, at) => {
      const text = isDecoded ? decoded(cell) : cell;
      return at === url && text === noAddress ? '' : text;
    }),
  );
  const passwords = rows.filter((row) => row[password]?.includes('&') === true).length;
  const what =
    passwords === 0 ? 'Texts look' : passwords === 1 ? '1 password looks' : `${passwords} passwords look`;
  return {
    source: 'LastPass',
    header: 1,
    ...withoutRows({ columns, rows: texts }, ['url', 'name'], (cell) =>
      cell('url') === note ? 'A note or card is not a login' : null,
    ),
    entities: isEscaped ? asked : null,
    notices: isEscaped
      ? [`${what} escaped for HTML, such as &amp;: ${isDecoded ? 'decoded' : 'kept as written'}`]
      : [],
    targets: { extra: 'comment', grouping: 'tag:folder', fav: null, totp: null },
    secret: ['totp'],
  };
};
