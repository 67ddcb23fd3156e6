// Takes the job 'halved', saves half of it, and never ends: for tests that kill the process.
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { Worker } from '../src/jobs/worker.ts';
import { createLog } from '../src/lib/log.ts';

const db = await openDatabase(readConfig(), () => undefined);
const run = async ({ save }: { save: (progress: string) => Promise<void> }) => {
  await save('half');
  process.stdout.write('saved\n');
  await new Promise(() => undefined);
};
new Worker({ db, log: createLog('silent') }, [{ kind: 'halved', cron: null, run }], {
  lookMs: 20,
  leaseMs: 500,
});
