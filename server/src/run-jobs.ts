import { buildApp, jobs } from './app.ts';
import { expectDatabase } from './commands/with-database.ts';
import type { Config } from './config.ts';
import { inWords } from './db/faults.ts';
import { openDatabase } from './db/open.ts';
import { workOff } from './jobs/work-off.ts';
import { logOn } from './lib/log.ts';

/** Aborted when the process is told to end. */
function untilTold(): AbortSignal {
  const told = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => told.abort());
  return told.signal;
}

/** Works the jobs that are due, beside servers. Returns a line of JSON; the log goes to standard error. */
export async function runJobs(config: Config): Promise<string> {
  expectDatabase(config);
  const told = untilTold();
  const { log } = logOn('stderr', config);
  const db = await openDatabase(config, (level, fields, message) => log[level](fields, message)).catch(
    (error: unknown) => {
      throw inWords(error, config);
    },
  );
  try {
    const { fastify, services } = await buildApp(config, db, log);
    const worked = await workOff(services, jobs(services), told);
    await fastify.close();
    return JSON.stringify(worked);
  } finally {
    await db.destroy();
  }
}
