import { pino } from 'pino';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDatabase } from './db/engine.ts';
import { startPeriodicWork } from './periodic-work.ts';

const stopWithinMs = 9000;

async function start(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null });
  const db = await openDatabase(config, (error) =>
    log.warn({ name: error.name }, 'a database connection broke'),
  );
  const { fastify, services } = await buildApp(config, db, log);
  await fastify.listen({ port: config.port, host: config.host });
  const periodic = startPeriodicWork(services);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await periodic.stop();
    await fastify.close();
    await db.destroy();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

start().catch((error: unknown) => {
  const known = error instanceof ConfigError;
  process.stderr.write(
    `Quartermaster can't start: ${known || !(error instanceof Error) ? String(known ? error.message : error) : error.message}\n`,
  );
  process.exit(1);
});
