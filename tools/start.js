// `npm start`: installs and builds what is missing, then runs the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildWeb, exitCode, forwardSignals, install, main, root } from './setup.js';

await main(async () => {
  const node = await install();
  await buildWeb(node);
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  forwardSignals(server);
  return exitCode(...(await once(server, 'exit')));
});
