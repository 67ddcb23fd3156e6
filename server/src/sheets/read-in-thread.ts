import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { SheetAnswer } from './sheet-worker.ts';
import { type SourceFile, SourceError, type Table } from './table.ts';

/** Of the thread's heap; the file comes on top. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** One at a time, so that the memory of several does not add up. */
const reading = new PQueue({ concurrency: 1 });

/**
 * Reads a file in a thread within bounds of time and memory, when no other is being read; throws a SourceError if it can't
 * be read, and another error if we are at fault.
 */
export const readInThread = (file: SourceFile): Promise<Table> => reading.add(() => read(file));

function read(file: SourceFile): Promise<Table> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits,
  });
  return new Promise<Table>((resolve, reject) => {
    // It may name parts of the file.
    const refuse = (message: string) => reject(new SourceError(shortened(message, limits.message)));
    const timer = setTimeout(
      () => refuse(`Reading this file took more than ${serverLimits.importSeconds} s`),
      serverLimits.importSeconds * 1000,
    );
    worker.once('message', (answer: SheetAnswer) => {
      if ('table' in answer) resolve(answer.table);
      else refuse(answer.refused);
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('Reading this file takes too much memory');
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that read a file ended without an answer'));
    });
  }).finally(() => void worker.terminate());
}
