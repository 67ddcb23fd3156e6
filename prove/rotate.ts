// Rotates the master key and reseals, as the command does, and kills itself right before the statement with the given
// number.
import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { createLog } from '../server/src/lib/log.ts';
import { resealing } from '../server/src/ops/resealing.ts';
import { rotateKeyFile } from '../server/src/access/key-rotation.ts';
import { jobRun } from '../server/test/job-run.ts';
import { killBefore } from './kill-before.ts';

const config = readConfig();
const db = await openDatabase(config, () => undefined);
killBefore(Number(process.argv[2]));
if ('file' in config.masterKey) await rotateKeyFile(db, config.masterKey.file, { compromised: false });
await resealing({ db, config, log: createLog('silent') }, 0).run(jobRun());
await db.destroy();
