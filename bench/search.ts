import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { request, times } from './load.ts';
import { rareWord } from './portfolio.ts';
import { expiresFrom } from './reads.ts';
import { atMost, inMs, largest } from './report.ts';

/** By what they find of a portfolio; see `domainOf`. */
const words = {
  'a rare word': rareWord,
  '1 % of all': '77.example',
  '2.5 % of all': 'project 7',
  'half of all': 'staging',
  all: 'example',
  'one letter': '7',
  'two letters': '77',
  nothing: 'xylophone',
};
const requests = 15;
/** A search that finds this many is selective: it must not read the whole portfolio. */
const selective = { hits: 1000, ms: 25 };
const longestMs = 150;

/** Each request asks another question, so that no total is cached. */
export async function search({ asked, tell }: Bench): Promise<void> {
  const found: { name: string; value: number; total: number }[] = [];
  for (const [name, word] of Object.entries(words)) {
    const path = `/domains?page=1&limit=20&search=${encodeURIComponent(word)}`;
    const product = { ...asked(path), query: expiresFrom() };
    const answer = (await (await request(product)).json()) as { data: { pagination: { total: number } } };
    const took = await times({ product }, requests);
    found.push({ name, value: median(took.product), total: answer.data.pagination.total });
  }
  const [few = [], many = []] = [true, false].map((isFew) =>
    found.filter(({ total }) => total <= selective.hits === isFew),
  );
  for (const [operation, searches, most] of [
    [`search with up to ${selective.hits} hits`, few, selective.ms],
    ['search with more', many, longestMs],
  ] as const) {
    const slowest = largest(searches);
    tell({
      operation: `${operation}, the slowest of ${searches.length}`,
      product: slowest.name,
      ...atMost(slowest.value, most, inMs),
    });
  }
}
