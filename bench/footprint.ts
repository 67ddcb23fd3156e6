import type { Bench } from './bench.ts';
import { memoryOf, read } from './load.ts';
import { atMost, inMB, inMs } from './report.ts';
import { startProduct } from './servers.ts';

/** The process itself: its memory and its start time. Runs last: the product can't be measured afterwards. */
export async function footprint({ product, store, tell, context }: Bench): Promise<void> {
  const after = memoryOf(product.child.pid);
  tell({ operation: 'memory after the whole bench', product: inMB(after), ...atMost(after, 400, inMB) });
  await product.stop('SIGTERM');
  const began = performance.now();
  const restarted = await startProduct(context, store);
  await read({ url: `${restarted.url}/api/ready` });
  const took = performance.now() - began;
  tell({ operation: 'start to ready', product: inMs(took), ...atMost(took, 1500, inMs) });
  const idle = memoryOf(restarted.child.pid);
  tell({ operation: 'memory at rest', product: inMB(idle), ...atMost(idle, 140, inMB) });
}
