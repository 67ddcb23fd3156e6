import type { Context, Engine } from '../prove/context.ts';
import type { Bench } from './bench.ts';
import { browser } from './browsing.ts';
import { fillOthers, grow } from './fill.ts';
import { footprint } from './footprint.ts';
import { heavyWork } from './heavy-work.ts';
import { signIn } from './portfolio.ts';
import { list, page, stats } from './reads.ts';
import type { Figure } from './report.ts';
import { scope } from './scope.ts';
import { search } from './search.ts';
import { startFloor, startWatchedProduct, vacuum } from './servers.ts';
import { create, exported, imported } from './writes.ts';

interface Operation {
  /** Chosen by a word of this. */
  name: string;
  measure: (bench: Bench) => Promise<void>;
  /** With how many domains of the measured operator. */
  size?: number;
  engine?: Engine;
}

const fullSize = 100_000;

/** In the order of the table. What changes the portfolio comes last. */
const operations: Operation[] = [
  { name: 'browser', measure: browser, size: 10_000, engine: 'sqlite' },
  { name: 'page', measure: page },
  { name: 'list', measure: list },
  { name: 'scope', measure: scope },
  { name: 'search', measure: search },
  { name: 'stats', measure: stats },
  { name: 'create', measure: create },
  { name: 'export', measure: exported },
  { name: 'import', measure: imported },
  { name: 'heavy', measure: heavyWork },
  { name: 'footprint', measure: footprint },
];

export interface Selection {
  engines: readonly Engine[];
  /** Words of the operations to measure; all of them when there are none. */
  words: string[];
}

/** Fills the product and the floor on one engine step by step, and measures. */
export async function runEngine(
  context: Context,
  engine: Engine,
  { words }: Selection,
  tell: (figure: Figure) => void,
): Promise<void> {
  const wanted = operations.filter(
    ({ name, engine: only = engine }) =>
      only === engine && (words.length === 0 || words.some((word) => name.includes(word))),
  );
  if (wanted.length === 0) return;

  const store = await context.store(engine);
  const floorStore = await context.store(engine);
  const product = await startWatchedProduct(context, store);
  const { url } = product;
  const filled = await fillOthers(url, await startFloor(context, floorStore));
  let domains = 0;
  for (const { measure, size = fullSize } of wanted) {
    if (size > domains) {
      await grow(url, filled, domains, size);
      domains = size;
      for (const data of [store, floorStore]) await vacuum(data);
    }
    const operator = await signIn(url, filled.operator.email);
    await measure({
      ...filled,
      context,
      store,
      product,
      operator,
      other: await signIn(url, filled.other.email),
      asked: (path, token = operator.token) => ({ url: `${url}/api${path}`, token }),
      floor: (path) => ({ url: `${filled.floorUrl}${path}` }),
      size,
      engine,
      tell: (figure) => tell({ ...figure, engine, size }),
    });
  }
}
