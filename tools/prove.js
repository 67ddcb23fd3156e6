// `npm run prove`: attacks the shipped product and reports which promises held.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { prepare } from './build.js';
import { startPostgres } from './postgres.js';
import { exitCode, findChromium, findFaketime, findStrace, forwardSignals, main, root } from './setup.js';

await main(async () => {
  const node = await prepare();
  const CHROMIUM_PATH = await findChromium(node);
  const postgres = await startPostgres(node);
  try {
    console.log(`PostgreSQL: ${postgres.description}`);
    const env = {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      CHROMIUM_PATH,
      STRACE_PATH: (await findStrace()) ?? '',
      FAKETIME_PATH: (await findFaketime()) ?? '',
      TEST_DATABASE_URL: postgres.url,
    };
    const proving = spawn(node, ['prove/main.ts', ...process.argv.slice(2)], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
    forwardSignals(proving);
    return exitCode(...(await once(proving, 'exit')));
  } finally {
    await postgres.stop();
  }
});
