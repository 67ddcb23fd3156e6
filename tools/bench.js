// `npm run bench`: measures the product against a hand-written server and writes docs/performance.md. Servers and
// database run on the last core, the load generator on the others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { prepare } from './build.js';
import { startPostgres } from './postgres.js';
import { Stop, exitCode, findChromium, forwardSignals, main, onPath, root, run } from './setup.js';

await main(async () => {
  if (process.platform !== 'linux') throw new Stop('The benchmark reads /proc: it runs on Linux.');
  const node = await prepare();
  const CHROMIUM_PATH = await findChromium(node);
  const cores = availableParallelism();
  const isPinned = Boolean(onPath('taskset')) && cores > 1;
  const pin = isPinned ? ['taskset', '-c', String(cores - 1)] : [];
  if (isPinned) await run('taskset', ['-cp', String(cores - 1), String(process.pid)]);
  else console.log('Processes are not pinned to cores: there is no taskset, or only one core.');
  const postgres = await startPostgres(node, { durable: true });
  try {
    const env = {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      CHROMIUM_PATH,
      PIN: pin.join(' '),
      TEST_DATABASE_URL: postgres.url,
      DATABASE_DESCRIPTION: postgres.description,
    };
    const load = [...(isPinned ? ['taskset', '-c', `0-${cores - 2}`] : []), node, 'bench/main.ts'];
    const [command, ...args] = [...load, ...process.argv.slice(2)];
    const measuring = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    forwardSignals(measuring);
    return exitCode(...(await once(measuring, 'exit')));
  } finally {
    await postgres.stop();
  }
});
