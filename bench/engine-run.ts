import type { Context, Engine } from '../prove/context.ts';
import type { Bench } from './bench.ts';
import { browser } from './browsing.ts';
import { costly } from './costly.ts';
import { fillOthers, grow } from './fill.ts';
import { footprint } from './footprint.ts';
import { heavyWork } from './heavy-work.ts';
import { signIn } from './portfolio.ts';
import { list, page, servers, stats } from './reads.ts';
import type { Figure } from './report.ts';
import { scope } from './scope.ts';
import { search } from './search.ts';
import { startFloor, startWatchedProduct, vacuum } from './servers.ts';
import { checkExpiration, create, exported, imported, signInBurst } from './writes.ts';

interface Operation {
  /** Chosen by a word of this. */
  name: string;
  measure: (bench: Bench) => Promise<void>;
  at: 'each size' | 'last size' | number;
  engine?: Engine;
}

/** In the order of the table. What changes the portfolio comes last. */
const operations: Operation[] = [
  { name: 'page', measure: page, at: 'each size' },
  { name: 'list', measure: list, at: 'each size' },
  { name: 'servers', measure: servers, at: 'each size' },
  { name: 'stats', measure: stats, at: 'each size' },
  { name: 'scope', measure: scope, at: 'each size' },
  { name: 'browser', measure: browser, at: 10_000, engine: 'sqlite' },
  { name: 'search', measure: search, at: 'last size' },
  { name: 'export', measure: exported, at: 'last size' },
  { name: 'create', measure: create, at: 'last size' },
  { name: 'expiration', measure: checkExpiration, at: 'last size' },
  { name: 'import', measure: imported, at: 'last size' },
  { name: 'heavy', measure: heavyWork, at: 'last size' },
  { name: 'sign-in', measure: signInBurst, at: 'last size' },
  { name: 'costliest', measure: costly, at: 'last size' },
  { name: 'footprint', measure: footprint, at: 'last size' },
];

export interface Selection {
  engines: Engine[];
  /** Ascending. */
  sizes: number[];
  /** Words of the operations to measure; all of them when there are none. */
  words: string[];
}

/** Fills the product and the floor on one engine step by step, and measures at each size. */
export async function runEngine(
  context: Context,
  engine: Engine,
  { sizes, words }: Selection,
  tell: (figure: Figure) => void,
): Promise<void> {
  const wanted = operations.filter(
    ({ name, engine: only = engine }) =>
      only === engine && (words.length === 0 || words.some((word) => name.includes(word))),
  );
  const last = sizes.at(-1);
  const isAt = ({ at }: Operation, size: number) =>
    at === 'each size' || (at === 'last size' ? size === last : size === at);
  const stops = sizes.filter((size) => wanted.some((operation) => isAt(operation, size)));
  if (stops.length === 0) return;

  const store = await context.store(engine);
  const floorStore = await context.store(engine);
  const product = await startWatchedProduct(context, store);
  const { url } = product;
  const filled = await fillOthers(url, await startFloor(context, floorStore));
  let domains = 0;
  for (const size of stops) {
    await grow(url, filled, domains, size);
    domains = size;
    for (const data of [store, floorStore]) await vacuum(data);
    for (const operation of wanted.filter((candidate) => isAt(candidate, size))) {
      const operator = await signIn(url, filled.operator.email);
      await operation.measure({
        ...filled,
        context,
        store,
        product,
        operator,
        other: await signIn(url, filled.other.email),
        asked: (path, token = operator.token) => ({ url: `${url}/api${path}`, token }),
        floor: (path) => ({ url: `${filled.floorUrl}${path}` }),
        size,
        isLast: size === last,
        tell: (figure) => tell({ ...figure, engine, size }),
      });
    }
  }
}
