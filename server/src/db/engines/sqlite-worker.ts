// Runs in a thread of its own: SQLite is synchronous, and would block every request.
import { parentPort, workerData } from 'node:worker_threads';
import { type Query, type Rows, SqliteConnection } from './sqlite-connection.ts';

export interface Statement extends Query {
  /** The number of one of the thread's connections; its first statement opens it. */
  connection: number;
}

/** Closes one connection, or all of them and the thread. */
export type Close = { close: number | 'all' };

/** The fields of Node's error that structured cloning loses. */
export interface Failure {
  message: string;
  code: string | undefined;
  errcode: number | undefined;
}

export type Answer = Rows | { failure: Failure };

const connections = new Map<number, SqliteConnection>();

function connectionOf(number: number): SqliteConnection {
  const open = connections.get(number) ?? new SqliteConnection(workerData as string);
  connections.set(number, open);
  return open;
}

function close(which: Close['close']): void {
  for (const [number, connection] of connections) {
    if (which !== 'all' && which !== number) continue;
    connection.close();
    connections.delete(number);
  }
  if (which === 'all') parentPort?.close();
}

function answerTo(statement: Statement): Answer {
  try {
    return connectionOf(statement.connection).run(statement);
  } catch (error) {
    const { message, code, errcode } = error as Failure;
    return { failure: { message, code, errcode } };
  }
}

parentPort?.on('message', (message: Statement | Close) => {
  if ('close' in message) close(message.close);
  else parentPort?.postMessage(answerTo(message));
});
