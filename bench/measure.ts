import { type ServerProcess } from '../server/test/server-process.ts';
import type { Engine, Store, Context } from '../prove/context.ts';
import { browsing } from './browsing.ts';
import { ownerOf } from './disorder.ts';
import type { Target } from './load.ts';
import { type Ground, type Operator, importDomains, layGround, register, signIn } from './portfolio.ts';
import type { Figure } from './report.ts';
import { reading } from './reading.ts';
import { standing } from './standing.ts';
import { startFloor, startProduct, startWire } from './servers.ts';
import { writing } from './writing.ts';

export interface Wanted {
  /** How many domains the measured operator has, ascending. */
  sizes: number[];
  rounds: number;
  /** Whether an operation is to be measured. */
  isWanted: (operation: string) => boolean;
  tell: (figure: Figure) => void;
}

/** What is measured, and against what. */
export interface Bench extends Wanted {
  context: Context;
  engine: Engine;
  store: Store;
  product: ServerProcess;
  /** Asks the product as the measured operator. */
  asked: (path: string) => Target;
  /** Asks the floor for the same operator's data. */
  floor: (path: string) => Target;
  /** The address of what answers these bytes at once. */
  wire: (bytes: string) => Promise<Target>;
  operator: Operator;
  ground: Ground;
  /** Beside the measured one, with 1 000 domains. */
  other: Operator;
  size: number;
}

const others = 100;
const domainsOfOthers = 1000;
const accounts = 12;
const servers = 100;

/** Fills one engine step by step and measures at each size. */
export async function measure(context: Context, engine: Engine, wanted: Wanted): Promise<void> {
  const store = await context.store(engine);
  const product = await startProduct(context, store);
  const { url } = product;
  let other = await register(url, 'other-0@example.com');
  for (let n = 0; n < others; n += 1) {
    const someone = n === 0 ? other : await register(url, `other-${n}@example.com`);
    const ground = await layGround(someone, { accounts: 1, servers: 1 });
    await importDomains(someone, ground, 0, domainsOfOthers, `other-${n}`);
  }
  let operator = await register(url, 'operator@example.com');
  const ground = await layGround(operator, { accounts, servers });
  const floorUrl = await startFloor(context, store);
  const owner = await ownerOf(context, store, operator);
  let bench: Bench | undefined;
  let filled = 0;
  for (const size of wanted.sizes) {
    await importDomains(operator, ground, filled, size);
    filled = size;
    [operator, other] = [await signIn(url, operator.email), await signIn(url, other.email)];
    const { token } = operator;
    bench = {
      ...wanted,
      context,
      engine,
      store,
      product,
      asked: (path) => ({ url: `${url}/api${path}`, token }),
      floor: (path) => ({ url: `${floorUrl}/${owner}${path}` }),
      wire: (bytes) => startWire(context, bytes),
      operator,
      ground,
      other,
      size,
    };
    await reading(bench);
    if (engine === 'sqlite' && size === 10_000) await browsing(bench);
  }
  if (!bench) return;
  await writing(bench);
  await standing(bench);
}
