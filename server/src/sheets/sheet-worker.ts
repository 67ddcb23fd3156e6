// Runs in a thread of its own, which can be ended: what it reads may be made to take all time and memory.
import { parentPort, workerData } from 'node:worker_threads';
import { readSource } from './read.ts';
import { type SourceFile, SourceError, type Table } from './table.ts';

/** What the thread answers: the table, or why there is none. */
export type SheetAnswer = { table: Table } | { refused: string };

readSource(workerData as SourceFile).then(
  (table) => parentPort?.postMessage({ table } satisfies SheetAnswer),
  (error: unknown) => {
    // What is nested or repeated without end runs out of stack, or makes a text or list that is too long.
    const refused = error instanceof RangeError ? 'This file is too deeply nested to be read' : null;
    if (!refused && !(error instanceof SourceError)) throw error;
    parentPort?.postMessage({ refused: refused ?? (error as SourceError).message } satisfies SheetAnswer);
  },
);
