import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The built server, which `npm test` keeps up to date: it starts in two thirds of the time of the sources. */
export const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** The built commands: `backup`, `rotate-master-key` and so on. */
export const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** What `npm start` runs: builds the server if it is missing or out of date. */
export const shipped = fileURLToPath(new URL('../../bin/quartermaster.js', import.meta.url));

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  output: () => string;
  /** Sends the signal and waits for the process to end; returns the exit code, null if the signal ended it. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

const listening = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/;

/**
 * Starts the built server as a process, optionally under another program and with arguments. Resolves once it listens,
 * rejects with its output if it ends before.
 */
export async function startServer(
  settings: Record<string, string>,
  under: readonly string[] = [],
  entry = main,
  more: readonly string[] = [],
): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const own = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'debug', LOOK_UPS: 'off' };
  const env = { PATH, NODE_COMPILE_CACHE, ...own, ...settings };
  // The same flags as in bin/quartermaster.js.
  const node = [process.execPath, '--disable-warning=ExperimentalWarning'];
  const [program = '', ...args] = [...under, ...node, entry, ...more];
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const output = () => lines.join('\n');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const [, url] = listening.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  const ended = once(child, 'close') as Promise<[number | null]>;
  void ended.then(([code]) => {
    reject(new Error(`The server ended with ${String(code)}:\n${output()}`));
  });
  return {
    child,
    url: await promise,
    output,
    stop: async (signal) => {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

/** Runs a built command and returns its output; rejects with {code, stdout, stderr} if it fails. */
export async function runCommand(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, LOOK_UPS: 'off', ...settings };
  return (await promisify(execFile)(process.execPath, [cli, ...args], { env })).stdout;
}

/** Calls the API of a server; throws when the connection breaks. */
export async function callServer<T>(
  url: string,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Registers a user and returns the access token. */
export async function registerAt(url: string, email: string): Promise<string> {
  const { body } = await callServer<{ data: { tokens: { accessToken: string } } }>(
    url,
    'POST',
    '/auth/register',
    undefined,
    {
      email,
      password: 'Correct-Horse-1',
    },
  );
  return body.data.tokens.accessToken;
}
