import type { Context, Engine, Store } from '../prove/context.ts';
import type { Filled } from './fill.ts';
import type { Target } from './load.ts';
import type { Figure } from './report.ts';
import type { WatchedProduct } from './servers.ts';

/** What an operation is measured with. */
export interface Bench extends Filled {
  context: Context;
  store: Store;
  product: WatchedProduct;
  /** A request of the measured operator, or of another one. */
  asked: (path: string, token?: string) => Target;
  /** A request to the floor for the same data. */
  floor: (path: string) => Target;
  size: number;
  engine: Engine;
  tell: (figure: Omit<Figure, 'engine' | 'size'>) => void;
}
