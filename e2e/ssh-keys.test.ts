import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Operator, assertAccessible, shot, startHarness } from './harness.ts';

const { open, operator } = await startHarness();
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-ssh-'));
after(() => rm(folder, { recursive: true }));

/** On Debian, ssh-keygen is in openssh-client, which `npm test` installs. */
const keygen = (...args: string[]) => execFileSync('ssh-keygen', args, { encoding: 'utf8' });

/** The key that ssh reads from a file: its type and its public half. */
async function readBySsh(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  await chmod(path, 0o600);
  return keygen('-y', '-P', '', '-f', path).trim().split(' ').slice(0, 2).join(' ');
}

async function newKey(name: string, ...args: string[]) {
  const path = join(folder, name);
  keygen('-q', '-N', '', '-C', 'test', '-f', path, ...args);
  const [key, line] = await Promise.all([readFile(path, 'utf8'), readFile(`${path}.pub`, 'utf8')]);
  return { key, line, publicKey: line.trim().split(' ').slice(0, 2).join(' ') };
}

const ed25519 = await newKey('ed25519', '-t', 'ed25519');
const pem = await newKey('pem', '-t', 'rsa', '-b', '2048', '-m', 'PEM');

interface Stored {
  servers: { name: string; users: { username: string; sshKey: string | null }[] }[];
}
const storedKeys = async ({ api }: Operator) =>
  Object.fromEntries(
    ((await api<Stored>('GET', '/servers')).servers[0]?.users ?? []).map((one) => [one.username, one.sshKey]),
  );

async function hosting({ api }: Operator): Promise<string> {
  const body = { email: 'ops@example.com', password: 'x' };
  const { emailAccount } = await api<{ emailAccount: { id: string } }>('POST', '/emails', body);
  const account = { name: 'Cloud', provider: 'Hetzner', emailAccountId: emailAccount.id };
  return (await api<{ hostingAccount: { id: string } }>('POST', '/hostings', account)).hostingAccount.id;
}

const user = (page: Page, number: number) => page.getByRole('region', { name: `User ${number}` });
const keyOf = (page: Page, number: number) => user(page, number).getByLabel('SSH Key (Optional)');

async function copied(page: Page, number: number): Promise<string> {
  const button = page.getByRole('button', { name: `Copy SSH key of User ${number}` });
  await button.click();
  await user(page, number).getByText('✓ Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function downloaded(page: Page, number: number): Promise<{ name: string; content: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download SSH key of User ${number}` }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') };
}

describe('SSH keys', () => {
  test('are stored as sent, and ssh reads what is copied and downloaded', async () => {
    const someone = await operator();
    const sent: Record<string, string> = {
      root: ed25519.key.trimEnd(),
      Deploy: ed25519.key.replaceAll('\n', '\r\n'),
      backup: `\n${pem.key.trimEnd().replaceAll('\n', '\r\n')}`,
    };
    const users = Object.entries(sent).map(([username, sshKey], index) => ({
      username,
      sshKey,
      password: 'x',
      isDefault: index === 0,
    }));
    const body = { name: 'Web Séver 01', hostingId: await hosting(someone), ip: '192.0.2.7', users };
    await someone.api('POST', '/servers', body);
    assert.deepEqual(await storedKeys(someone), sent);
    await assert.rejects(
      readBySsh('as-stored', sent['Deploy'] ?? ''),
      'the test would pass without the product',
    );

    const page = await open('/servers', { as: someone });
    const command = page.getByText('ssh -i ~/.ssh/web-sever-01_root root@192.0.2.7', { exact: true });
    await command.first().waitFor();
    await page.getByRole('button', { name: 'Edit Web Séver 01' }).click();
    const expected = [ed25519, ed25519, pem];
    const names = ['web-sever-01_root', 'web-sever-01_deploy', 'web-sever-01_backup'];
    for (const [index, { publicKey }] of expected.entries()) {
      const text = await copied(page, index + 1);
      assert.equal(await readBySsh(`copied-${index}`, text), publicKey);
      const file = await downloaded(page, index + 1);
      assert.equal(file.name, names[index]);
      assert.equal(file.content, text);
      assert.equal(await readBySsh(file.name, file.content), publicKey);
    }
    const views = await someone.api<{ secretViews: { field: string | null; via: string }[] }>(
      'GET',
      '/secret-views',
    );
    const ofKeys = views.secretViews.filter(({ field }) => field?.endsWith('.sshKey'));
    assert.ok(ofKeys.length >= 6 && ofKeys.every(({ via }) => via === 'copy' || via === 'list'));
    assert.deepEqual(await storedKeys(someone), sent, 'taking a key out changes nothing');
  });

  test('a public key and a PuTTY key get a hint; a typed key is taken out before it is saved', async () => {
    const someone = await operator();
    await hosting(someone);
    const page = await open('/servers?form=new', { as: someone });
    await page.getByLabel('Server Name').fill('db');
    await user(page, 1).getByLabel('Username').fill('root');
    await keyOf(page, 1).fill(ed25519.line);
    await page.getByText('This is a public key. To sign in, ssh needs the private one').waitFor();
    await assertAccessible(page, 'a hint about a public key');
    await shot(page, 'ssh-key-hint');
    await keyOf(page, 1).fill('PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none');
    await page.getByText('This is a PuTTY key (PPK), which ssh cannot read.').waitFor();
    await keyOf(page, 1).fill(ed25519.key.trimEnd());
    await page.getByText('This is a PuTTY key').waitFor({ state: 'hidden' });
    const file = await downloaded(page, 1);
    assert.equal(file.name, 'db_root');
    assert.equal(await readBySsh(file.name, file.content), ed25519.publicKey);
    await shot(page, 'ssh-key-typed');
  });

  test('a stored key is replaced only after Replace, and cleared when left empty', async () => {
    const someone = await operator();
    const root = { username: 'root', password: 'x', isDefault: true, sshKey: ed25519.key };
    const body = { name: 'web', hostingId: await hosting(someone), users: [root] };
    await someone.api('POST', '/servers', body);
    const page = await open('/servers', { as: someone });
    const edit = async () => {
      await page.getByRole('button', { name: 'Edit web' }).click();
      await keyOf(page, 1).waitFor();
    };
    const field = user(page, 1)
      .locator('div')
      .filter({ has: page.getByText('SSH Key (Optional)') })
      .last();
    const save = async () => {
      const [request] = await Promise.all([
        page.waitForRequest((one) => one.method() === 'PUT'),
        page.getByRole('button', { name: 'Update Server' }).click(),
      ]);
      await page.getByText('Server updated').first().waitFor();
      return (request.postDataJSON() as { users: { sshKey?: string | null }[] }).users[0];
    };
    await edit();
    assert.equal(await keyOf(page, 1).isEditable(), false);
    await field.getByRole('button', { name: 'Replace' }).click();
    await field.getByText('will be replaced').waitFor();
    await keyOf(page, 1).fill(pem.key);
    await field.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(
      [await keyOf(page, 1).inputValue(), await keyOf(page, 1).isEditable()],
      ['••••••••', false],
    );
    await field.getByRole('button', { name: 'Replace' }).click();
    await keyOf(page, 1).fill(pem.key);
    assert.equal((await save())?.sshKey, pem.key);
    assert.deepEqual(await storedKeys(someone), { root: pem.key });

    await edit();
    await field.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('Left empty, the stored one is removed.').waitFor();
    await save();
    assert.deepEqual(await storedKeys(someone), { root: null });
  });
});
