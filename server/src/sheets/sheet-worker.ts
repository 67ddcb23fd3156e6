// Runs in a thread of its own, which can be ended: what it reads may be made to take all time and memory.
import { parentPort, workerData } from 'node:worker_threads';
import { readSource } from './read.ts';
import { type SourceFile, SourceError, type Table } from './table.ts';

/** What the thread answers: the table, or why there is none. */
export type SheetAnswer = { table: Table } | { refused: string };

readSource(workerData as SourceFile).then(
  (table) => parentPort?.postMessage({ table } satisfies SheetAnswer),
  (error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    parentPort?.postMessage({ refused: error.message } satisfies SheetAnswer);
  },
);
