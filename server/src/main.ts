import type { Server } from 'node:http';
import { setImmediate as polled, setTimeout as pause } from 'node:timers/promises';
import { buildApp, jobs } from './app.ts';
import { type Config, ConfigError, misspeltSettings, readConfig } from './config.ts';
import { fileWarnings } from './db/data-dir.ts';
import { remember } from './db/facts.ts';
import { databaseOf, inWords } from './db/faults.ts';
import { openDatabase } from './db/open.ts';
import { anyAdministrator } from './access/accounts.ts';
import { logSetupCode } from './features/auth/auth.setup-code.ts';
import { logOn } from './lib/log.ts';
import { sentenceOf } from './lib/system-errors.ts';
import { loggable } from './jobs/held-run.ts';
import { Worker } from './jobs/worker.ts';

const stopWithinMs = 9000;
/** Whether this process only serves: `quartermaster jobs run` or other servers do the background work. */
const onlyServes = process.argv.includes('--no-jobs');

/** Waits at most a second for pending connections to be accepted: closing the port would reset them. */
async function settled(server: Server): Promise<void> {
  let came = 0;
  server.on('connection', () => (came += 1));
  for (let round = 0, before = -1; came > before && round < 20; round += 1) {
    before = came;
    await pause(50);
    // A late timer fires before sockets are polled.
    await polled();
    await polled();
  }
}

/** What ends the start for a person. */
const greeting = (address: string, { databaseUrl, dataDir }: Config) =>
  `Quartermaster is ready: ${address.replace('//127.0.0.1', '//localhost')}\n` +
  `Data: ${databaseUrl === null ? dataDir : databaseOf(databaseUrl)}\n`;

async function start(): Promise<void> {
  const config = readConfig();
  const { log, plain } = logOn('stdout', config);
  const db = await openDatabase(config, (level, fields, message) => log[level](fields, message)).catch(
    (error: unknown) => {
      throw inWords(error, config);
    },
  );
  const { fastify, services } = await buildApp(config, db, log);
  for (const warning of [...misspeltSettings(), ...fileWarnings(config)]) log.warn(warning);
  let worker: Worker | undefined;
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await worker?.stop();
    await settled(fastify.server);
    // Also close connections that have just become idle, or the exit would wait for them.
    const idle = setInterval(() => fastify.server.closeIdleConnections(), 50);
    await fastify.close();
    clearInterval(idle);
    await db.destroy();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  const hasAdministrator = await anyAdministrator(db);
  if (!config.passwordSignIn && !hasAdministrator)
    throw new ConfigError(
      'PASSWORD_SIGN_IN=off lets nobody in here yet: start with PASSWORD_SIGN_IN=on, register the administrator with a ' +
        'password, and add a passkey or link the identity provider on the account page',
    );
  if (!hasAdministrator && config.isForOthers) logSetupCode(log, await services.keyring.signingKey());
  if (!hasAdministrator) log.info('Open it and register: the first one becomes administrator');
  // Only now, so that the server stops cleanly on a signal as soon as it answers.
  const address = await fastify.listen({ port: config.port, host: config.host });
  const { port } = new URL(address);
  // For commands that print links. A full disk must not prevent the start.
  await remember(db, 'server.address', config.publicUrl.replace(/:0$/, `:${port}`)).catch((error: unknown) =>
    log.warn(loggable(error), 'the address could not be stored'),
  );
  plain?.write(greeting(address, config));
  const work = jobs(services).filter(({ isAskedFor = false }) => isAskedFor || !onlyServes);
  if (!stopping) worker = new Worker(services, work);
}

start().catch((error: unknown) => {
  process.stderr.write(`Quartermaster can't start: ${sentenceOf(error)}\n`);
  process.exit(1);
});
