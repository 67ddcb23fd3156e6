import { gzipSync } from 'node:zlib';
import { limits } from '@quartermaster/contract/rules/limits';
import { marks, worstTexts } from './worst-texts.ts';

/** The type of the tags that imports bring, and by which they are deleted again. */
export const imported = 'imported';
const manyKeys = 60_000;

const wide = (length: number): string => '漢'.repeat(length);

/** A few bytes that inflate to as much as the largest body. */
export const inflating = gzipSync(`{${' '.repeat(limits.importBody - 2)}}`);

/** Replaces each value of a body by one that is expensive to process, as far as the size allows. */
export function strange(body: Record<string, unknown>, bytes: number): unknown[] {
  const names = Object.keys(body);
  const share = Math.floor((bytes * 0.9) / Math.max(1, names.length));
  const all = (value: (share: number) => unknown) =>
    Object.fromEntries(names.map((name) => [name, value(share)]));
  const map = (size: number) => {
    const count = Math.min(manyKeys, Math.floor(size / 16));
    return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'x']));
  };
  return [
    all((size) => wide(Math.floor(size / 3))),
    all((size) => marks(Math.floor(size / 2))),
    all((size) => Array.from({ length: Math.floor(size / 3) }, () => [])),
    all((size) => Array.from({ length: Math.floor(size / 7) }, () => ({ a: 1 }))),
    all(map),
    map(bytes),
    { ...body, ...map(Math.floor(bytes / 2)) },
  ];
}

/** The texts that allow that many characters. */
export type TextLimits = Readonly<Record<string, number>>;

/** The worst of every pattern: in every text at once, and in the comment, which is stored. */
export const worstBodies = (body: Record<string, unknown>, texts: TextLimits): unknown[] =>
  worstTexts(limits.filter).flatMap((text) => [
    ...('comment' in texts ? [{ ...body, comment: text.slice(0, limits.comment) }] : []),
    {
      ...body,
      ...Object.fromEntries(Object.entries(texts).map(([name, max]) => [name, text.slice(0, max)])),
    },
  ]);

/** Rows of an import: as many as allowed, and what each may hold. */
export function importBodies(key: string, row: Record<string, unknown>, bytes: number): unknown[] {
  const rows = (count: number, make: (at: number) => unknown) => ({
    [key]: Array.from({ length: count }, (_, at) => make(at)),
    skipDuplicates: true,
  });
  const tags = Array.from({ length: limits.tags }, (_, at) => ({ type: imported, value: `c${at}` }));
  const named = (at: number) => ({
    ...row,
    domain: `attack-${at}.example.com`,
    ip: `10.1.${at >> 8}.${at & 255}`,
    tags,
  });
  const worst = worstTexts(limits.comment);
  return [
    // The first list is stored, and exported by other attacks.
    rows(limits.bulkRows, (at) => ({ ...named(at), comment: worst[at % worst.length] })),
    rows(limits.bulkRows, named),
    rows(limits.bulkRows, () => ({})),
    rows(limits.bulkRows, (at) => ({ ...named(at), domain: wide(800) })),
    rows(200, (at) => ({ ...named(at), domain: wide(30_000), comment: wide(8000) })),
    rows(200, (at) => ({ ...named(at), domain: marks(30_000), comment: marks(30_000) })),
    rows(1500, (at) => ({ ...named(at), domain: marks(3000), comment: marks(5000) })),
    rows(200, () => ({
      ...row,
      apiCredentials: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 'x'])),
    })),
    { [key]: Array.from({ length: Math.floor(bytes / 4) }, () => []) },
  ];
}
