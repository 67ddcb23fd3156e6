import { memoryOf } from './load.ts';
import type { Bench } from './measure.ts';
import { inMs } from './report.ts';
import { startProduct } from './servers.ts';

const idleMB = 120;
const afterMB = 250;
const readyMs = 1500;

/** The process itself: its memory, and how soon it is ready. */
export async function standing(bench: Bench): Promise<void> {
  const { engine, isWanted, product, size, store, tell, context } = bench;
  const line = { engine, floor: '', wire: '' };
  const inMB = (value: number) => `${value.toFixed(0)} MB`;
  if (isWanted('memory')) {
    const after = memoryOf(product.child.pid);
    const operation = 'memory after the whole bench';
    tell({
      ...line,
      operation,
      size,
      product: inMB(after),
      result: inMB(after),
      goal: '≤ 250 MB',
      isMet: after <= afterMB,
    });
  }
  if (!isWanted('start') && !isWanted('memory')) return;
  await product.stop('SIGTERM');
  const began = performance.now();
  const again = await startProduct(context, store);
  const ready = await fetch(`${again.url}/api/ready`);
  const took = performance.now() - began;
  if (!ready.ok) throw new Error('The product is not ready');
  tell({
    ...line,
    operation: 'start to ready',
    size,
    product: inMs(took),
    result: inMs(took),
    goal: '≤ 1.5 s',
    isMet: took <= readyMs,
  });
  const idle = memoryOf(again.child.pid);
  tell({
    ...line,
    operation: 'memory idle',
    size,
    product: inMB(idle),
    result: inMB(idle),
    goal: '≤ 120 MB',
    isMet: idle <= idleMB,
  });
}
