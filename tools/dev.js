// `npm run dev`: the server, restarted on each change, behind Vite's development server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bin, exitCode, forwardSignals, install, main, root } from './setup.js';

await main(async () => {
  const node = await install();
  const start = (args, cwd) => spawn(node, args, { cwd, stdio: 'inherit' });
  const processes = [
    start(['--disable-warning=ExperimentalWarning', '--watch', 'server/src/main.ts'], root),
    start([bin('vite', 'web')], join(root, 'web')),
  ];
  processes.forEach(forwardSignals);
  const ended = processes.map((child) => once(child, 'exit'));
  const first = await Promise.race(ended);
  for (const child of processes) child.kill('SIGTERM'); // One is useless without the other.
  await Promise.all(ended);
  return exitCode(...first);
});
