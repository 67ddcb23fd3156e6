import { median } from '../prove/median.ts';
import type { Bench } from './bench.ts';
import { request, times } from './load.ts';
import { rareWord } from './portfolio.ts';
import { expiresFrom } from './reads.ts';
import { atMost, inMs } from './report.ts';

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
const selective = { hits: 1000, ms: 20 };
const longestMs = 150;
const number = new Intl.NumberFormat('en-US');

/** Each request asks another question, so that no total is cached. */
export async function search({ asked, floor, tell }: Bench): Promise<void> {
  for (const [name, word] of Object.entries(words)) {
    const text = encodeURIComponent(word);
    const product = { ...asked(`/domains?page=1&limit=20&search=${text}`), query: expiresFrom() };
    const answer = (await (await request(product)).json()) as { data: { pagination: { total: number } } };
    const { total } = answer.data.pagination;
    const took = await times({ product, floor: floor(`/search?word=${text}`) }, requests);
    tell({
      operation: `search for ${name}: “${word}”, ${number.format(total)} hits`,
      product: inMs(median(took.product)),
      floor: inMs(median(took.floor)),
      ...atMost(median(took.product), total <= selective.hits ? selective.ms : longestMs, inMs),
    });
  }
}
