// Runs with --all: the server of npm run dev.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../server/test/free-port.ts';
import { callServer, registerAt } from '../server/test/server-process.ts';

const dev = fileURLToPath(new URL('../tools/dev.js', import.meta.url));

describe('npm run dev', () => {
  test('serves the sources on SQLite, whose threads work in watch mode', async (t) => {
    const home = await mkdtemp(join(tmpdir(), 'quartermaster-dev-'));
    t.after(() => rm(home, { recursive: true }));
    const { PATH } = process.env;
    const env = { PATH, DATA_DIR: home, PORT: String(await freePort()), LOG_LEVEL: 'info', LOOK_UPS: 'off' };
    const child = spawn(process.execPath, [dev], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    t.after(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    const lines: string[] = [];
    const output = () => lines.join('\n');
    const [api, web] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const fail = () => [api, web].forEach(({ reject }) => reject(new Error(`It ended:\n${output()}`)));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        const text = stripVTControlCharacters(line).trimEnd();
        lines.push(text);
        const [, served] = /listening at (http:[^"]+)/.exec(text) ?? [];
        if (served !== undefined) api.resolve(served);
        const [, shown] = /Local: +(http:\S+)\/$/.exec(text) ?? [];
        if (shown !== undefined) web.resolve(shown);
        if (text.startsWith('Failed running')) fail();
      });
    void ended.then(fail);
    const [url] = await Promise.all([web.promise, api.promise]);
    assert.match(await (await fetch(url)).text(), /src\/main\.tsx/, 'the page is not from the sources');
    // Through the development server: a write and a read, on threads that have just loaded.
    const token = await registerAt(url, 'op@example.com');
    const email = { email: 'box@example.com', password: 'sealed' };
    assert.equal((await callServer(url, 'POST', '/emails', token, email)).status, 201, output());
    const { status, body } = await callServer(url, 'GET', '/emails', token);
    assert.equal(status, 200);
    assert.match(JSON.stringify(body), /box@example\.com/);
    assert.doesNotMatch(output(), /Failed running/);
  });
});
