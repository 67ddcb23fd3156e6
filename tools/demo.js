// `npm run demo`: the product in a temporary directory, with a fictitious portfolio entered through the API.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { prepare } from './build.js';
import { portfolio } from './demo-portfolio.js';
import { enterPortfolio } from './enter-portfolio.js';
import { Stop, load, main, root, run } from './setup.js';

const email = 'demo@amberquay.example';
const password = 'Demo-Portfolio-1';

/** Starts the demo on a port (0: any free one) and returns {url, email, password, tokens, ended, stop}. */
export async function startDemo(port) {
  const node = await prepare();
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-demo-'));
  const mail = await mailServer();
  const clear = () => {
    mail.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const server = await listening(node, folder, port, mail.url).catch((error) => {
    clear();
    throw error;
  });
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    clear();
  };
  const lookUp = async () => {
    const { code, output } = await run(node, ['tools/demo-facts.js', folder]);
    if (code !== 0) throw new Error(output);
  };
  try {
    const operator = { email, password };
    const { tokens, lost } = await enterPortfolio(server.url, operator, portfolio(Date.now()), lookUp);
    await losePasswords(node, join(folder, 'quartermaster.db'), lost);
    return { url: server.url, email, password, tokens, ended: server.ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Accepts all mail, keeps none, and sends none on: {url, close}. */
async function mailServer() {
  const { SMTPServer } = load('smtp-server', 'server');
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, answer) => void stream.on('end', () => answer()).resume(),
  });
  server.on('error', () => undefined); // clients may disconnect at any time
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { url: `smtp://127.0.0.1:${listener.address().port}`, close: () => server.close() };
}

async function listening(node, folder, port, mailUrl) {
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    LOOK_UPS: 'off',
    SMTP_URL: mailUrl,
    MAIL_FROM: 'quartermaster@amberquay.example',
  };
  const child = spawn(node, ['bin/quartermaster.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // out of reach of the terminal's Ctrl-C, so that we stop it properly and then delete its directory
  });
  const ended = once(child, 'exit');
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (printed += text));
  const url = await Promise.race([
    new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, address] = /Server listening at (http:[^"]+)/.exec(line) ?? [];
        if (address) resolve(address);
      });
    }),
    ended.then(() => undefined),
  ]);
  if (url) return { child, url, ended };
  throw new Stop(printed.trim());
}

/** The API accepts no account without a way to sign in, so write such older data to the database directly. */
async function losePasswords(node, file, lost) {
  const script = `
    const [file, lost] = JSON.parse(process.argv[1]);
    const db = new (require('node:sqlite').DatabaseSync)(file, { timeout: 5000 });
    for (const [table, id] of lost) db.prepare('update ' + table + ' set password = null where id = ?').run(id);
  `;
  const { code, output } = await run(node, ['-e', script, JSON.stringify([file, lost])]);
  if (code !== 0) throw new Error(output);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const stopped = new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    });
    const demo = await startDemo(Number(process.env.PORT || 4000));
    console.log(`Quartermaster with a fictitious portfolio, until Ctrl-C:\n
  ${demo.url}
  ${demo.email}
  ${demo.password}\n`);
    await Promise.race([stopped, demo.ended]);
    await demo.stop();
  });
}
