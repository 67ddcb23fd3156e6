// A temporary PostgreSQL for the tests. Run by itself (`node tools/postgres.js`) it prints {"url", "description"} and
// runs until its input ends or a signal stops it; so it also stops, and cleans up, when the tests that started it are
// killed. The line `pause` stops PostgreSQL until the line `resume`; each is echoed when done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Stop, aptInstall, load, onPath, run } from './setup.js';

const self = fileURLToPath(import.meta.url);

/** Starts one in its own process and returns {url, description, stop}. Durable: with production settings. */
export async function startPostgres(node, { durable = false } = {}) {
  // In its own process group: Ctrl-C reaches only the tests, which then stop this process.
  const keeper = spawn(node, [self, ...(durable ? ['--durable'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(keeper, 'exit');
  const lines = createInterface({ input: keeper.stdout });
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (!line) throw new Stop('The tests found no PostgreSQL. Install one, or set TEST_DATABASE_URL.');
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };
  return { ...JSON.parse(line[0]), stop };
}

async function keep() {
  const lines = createInterface({ input: process.stdin });
  const stopping = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.on('error', resolve);
    lines.on('close', resolve);
  });
  const postgres = (await fromMachine()) ?? (await afterInstalling()) ?? (await pglite());
  lines.on('line', async (line) => {
    await postgres[line === 'pause' ? 'pause' : 'resume']();
    console.log(line);
  });
  console.log(JSON.stringify({ url: postgres.url, description: postgres.description }));
  await Promise.race([stopping, postgres.ended]);
  await postgres.stop();
  process.exit(0);
}

async function fromMachine() {
  for (const folder of binaryFolders()) {
    const started = await startFrom(folder).catch((error) => console.error(`${folder}: ${error.message}`));
    if (started) return started;
  }
  return undefined;
}

const afterInstalling = async () => ((await aptInstall('postgresql')) ? fromMachine() : undefined);

/** Folders with both programs, newest version first; a link on the PATH is resolved to its real folder. */
function binaryFolders() {
  const versions = (folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((version) => join(folder, version, 'bin'));
  const linked = onPath('postgres');
  const folders = [
    ...(linked ? [dirname(realpathSync(linked))] : []),
    ...versions('/usr/lib/postgresql'),
    ...versions('/opt/homebrew/opt').filter((folder) => folder.includes('postgresql')),
  ];
  return [...new Set(folders)].filter((folder) =>
    ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))),
  );
}

/** PostgreSQL refuses to run as root; this is the user to run it as. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = ['postgres', 'nobody']
    .map((name) => users.find((user) => user.startsWith(`${name}:`)))
    .find(Boolean);
  if (!entry) throw new Error('it refuses to run as root, and there is neither a user postgres nor nobody');
  const [, , uid, gid] = entry.split(':').map(Number);
  return { uid, gid };
}

async function startFrom(folder) {
  const user = unprivileged();
  const version = (await run(join(folder, 'postgres'), ['--version'])).stdout.split(/\s+/)[2];
  const home = mkdtempSync(join(tmpdir(), 'quartermaster-postgres-'));
  try {
    if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
    const options = { cwd: home, ...user, env: { ...process.env, LC_ALL: 'C' } };
    const data = join(home, 'data');
    const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
    // Sort by language like a real installation, not by bytes like SQLite; versions before 15 cannot.
    let made = await run(
      join(folder, 'initdb'),
      [...initdb, '--locale-provider=icu', '--icu-locale=en'],
      options,
    );
    if (made.code !== 0) {
      rmSync(data, { recursive: true, force: true });
      made = await run(join(folder, 'initdb'), initdb, options);
    }
    if (made.code !== 0) throw new Error(`initdb failed: ${made.output.trim()}`);
    const port = await freePort();
    let server;
    let paused = false;
    const start = async () => {
      server = await listening(folder, ['-D', data, '-k', home, '-p', String(port)], options);
      paused = false;
      void server.ended.then(() => paused || gone.resolve());
    };
    const pause = async () => {
      paused = true;
      server.child.kill('SIGINT'); // Fast shutdown, which disconnects clients.
      const late = setTimeout(() => server.child.kill('SIGQUIT'), 5_000);
      await server.ended;
      clearTimeout(late);
    };
    const gone = Promise.withResolvers();
    await start();
    const stop = async () => {
      await pause();
      rmSync(home, { recursive: true, force: true });
    };
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const description = `${version}, started by the tests from ${folder}`;
    return { url, description, ended: gone.promise, stop, pause, resume: start };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Test data need not survive a crash, so do not wait for the disk. */
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

async function listening(folder, args, options) {
  const durable = process.argv.includes('--durable');
  const given = ['listen_addresses=127.0.0.1', 'max_connections=200', ...(durable ? [] : notDurable)];
  const settings = given.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(folder, 'postgres'), [...args, ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // out of reach of the terminal's Ctrl-C, so that this process stops it properly
  });
  const ended = new Promise((resolve) => child.on('exit', resolve).on('error', resolve));
  let log = '';
  const ready = new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve(true);
    });
  });
  if (!(await Promise.race([ready, ended.then(() => false)])))
    throw new Error(`it did not start: ${log.trim()}`);
  return { child, ended };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

/**
 * The last resort: PGlite, PostgreSQL compiled to WebAssembly. It has only one database, so each database name gets its
 * own instance, created at the first connection.
 */
async function pglite() {
  const { PGlite } = load('@electric-sql/pglite', 'server');
  const { PGLiteSocketServer } = load('@electric-sql/pglite-socket', 'server');
  const first = await PGlite.create();
  const empty = await first.dumpDataDir('none'); // Copying it is faster than creating each from scratch.
  const databases = new Map();
  const serve = async (database, template) => {
    const files = template ? await (await databases.get(template)).db.dumpDataDir('none') : empty;
    const db = database === 'postgres' ? first : await PGlite.create({ loadDataDir: files });
    const port = await freePort();
    const inner = new PGLiteSocketServer({ db, port, maxConnections: 100 });
    await inner.start();
    return { db, port, close: () => inner.stop().then(() => db.close()) };
  };
  const instance = (database, template) => {
    if (!databases.has(database)) databases.set(database, serve(database, template));
    return databases.get(database);
  };
  /** Watches for `create` and `drop database`: creating the instance only at the first connection takes too long. */
  const follow = async (sent) => {
    const text = sent.toString('latin1');
    const [, verb, database, template] =
      /^Q.{4}(create|drop) database (?:if exists )?"?(\w+)"?(?: template "?(\w+))?/is.exec(text) ?? [];
    if (verb?.toLowerCase() === 'create') await instance(database, template);
    if (verb?.toLowerCase() !== 'drop') return;
    const entry = databases.get(database);
    databases.delete(database);
    await (await entry)?.close(); // Each takes 300 MB.
  };
  const server = createServer((socket) => {
    socket.once('data', async (startup) => {
      socket.pause();
      const words = startup.subarray(8).toString('utf8').split('\0');
      const database = words[words.indexOf('database') + 1] ?? 'postgres';
      const inner = connect((await instance(database)).port, '127.0.0.1');
      inner.write(startup);
      for (const side of [socket, inner]) {
        side.on('error', () => {
          socket.destroy();
          inner.destroy();
        });
      }
      inner.pipe(socket);
      socket.on('end', () => inner.end());
      socket.on('data', async (sent) => {
        socket.pause();
        await follow(sent);
        inner.write(sent);
        socket.resume();
      });
      socket.resume();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { rows } = await first.query('show server_version');
  return {
    url: `postgres://postgres@127.0.0.1:${server.address().port}/postgres`,
    description: `none found; using PGlite, version ${rows[0].server_version} in WebAssembly, instead`,
    ended: once(server, 'close'),
    stop: async () => void server.close(),
  };
}

if (process.argv[1] === self) await keep();
