// Opens a database as the server does, which upgrades it, and kills itself right before the statement with the given
// number.
import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { killBefore } from './kill-before.ts';

killBefore(Number(process.argv[2]));
const db = await openDatabase(readConfig(), () => undefined);
await db.destroy();
