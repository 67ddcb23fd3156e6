import assert from 'node:assert/strict';
import { makeToken } from '../server/test/api-tokens.ts';
import { Authenticator } from '../server/test/authenticator.ts';
import { runCommand } from '../server/test/server-process.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import { alertOf, raise } from '../server/test/told.ts';
import { totpCode } from '../server/test/totp-code.ts';
import { readConfig } from '../server/src/config.ts';
import { AcknowledgeLinks } from '../server/src/deliveries/acknowledge-links.ts';
import type { Db } from '../server/src/db/schema.ts';
import { Outbox } from '../server/src/mail/outbox.ts';
import { masterKeys } from '../server/src/secrets/master-key.ts';
import { SystemKeys } from '../server/src/secrets/system-keys.ts';
import { systemOwner, unwrap } from '../server/src/secrets/wrapped-keys.ts';
import { type Context, type Store } from './context.ts';
import { openData } from './data.ts';
import { callAt, registerOperator, signInOperator } from './operator.ts';

const password = 'Correct-Horse-1';
const publicUrl = 'https://inventory.example.com';
/** The mail server is down, so that mail waits. */
export const mailWaits = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'qm@example.com',
  PUBLIC_URL: publicUrl,
};

interface Scene {
  url: string;
  /** The environment of commands. */
  settings: Record<string, string>;
  /** The token of a link in the mail that waits for an address, as read by a thief of database and keys. */
  mailed: (address: string) => Promise<string>;
  stolen: Stolen;
}
/** What a thief of database and keys reads. */
interface Stolen {
  db: Db;
  keys: SystemKeys;
}
/** Tries what was given to a person at a server; it must be refused once it has ended. */
type Use = (url: string) => Promise<Answer>;

const tokenIn = (text: string): string => /#token=([\w-]+)/.exec(text)?.[1] ?? assert.fail(text);
const anew = (url: string, person: Client) => signInOperator(url, person, password);

async function newPasskey({ url }: Scene, person: Client) {
  const device = new Authenticator();
  const asked = await person.call<{ data: { options: { challenge: string } } }>(
    'POST',
    '/auth/passkeys/options',
  );
  const { challenge } = asked.body.data.options;
  const response = device.create({ challenge, origin: publicUrl }, person.userId);
  const add = async (by: Client) => by.call('POST', '/auth/passkeys', { name: 'key', response });
  return { device, add, url };
}

async function newTotp({ call }: Client): Promise<string> {
  const { body } = await call<{ data: { secret: string } }>('POST', '/auth/totp');
  return body.data.secret;
}

/** Everything that gives access and can be taken away, by name: gives it to a person, and returns how to use it. */
const kinds: Record<string, (scene: Scene, person: Client) => Promise<Use>> = {
  'an access token':
    async (_, { token }) =>
    (url) =>
      callAt(url, 'GET', '/auth/me', undefined, token),
  'a refresh token':
    async (_, { refreshToken }) =>
    (url) =>
      callAt(url, 'POST', '/auth/refresh', { refreshToken }),
  'a recent confirmation':
    async (_, { token }) =>
    (url) =>
      callAt(url, 'POST', '/tokens', { name: 'late', permissions: ['read'] }, token),
  'an API token': async (_, person) => {
    const { value } = await makeToken(person, { permissions: ['read'] });
    return (url) => callAt(url, 'GET', '/emails', undefined, value);
  },
  'the address of a calendar': async (_, { call }) => {
    const { body } = await call<{ data: { url: string } }>('POST', '/calendars', { name: 'Everything' });
    const { pathname } = new URL(body.data.url);
    return async (url) => {
      const response = await fetch(new URL(pathname, url));
      return { status: response.status, text: await response.text() } as Answer;
    };
  },
  'a mailed link to acknowledge': async ({ stolen: { db, keys } }, { call, userId }) => {
    const { body } = await call<{ data: { user: { workspaceId: string } } }>('GET', '/auth/me');
    const ownerId = body.data.user.workspaceId;
    const alert = alertOf({ kind: 'channel-failing', what: null, name: 'Chat' });
    await raise(db, ownerId, alert);
    const about = { ownerId, alertId: alert.id, userId, distance: null };
    const token = new AcknowledgeLinks(keys, publicUrl).linkTo(about, Date.now()).split('/').at(-1) ?? '';
    return (url) => callAt(url, 'GET', `/acknowledge/${token}`);
  },
  'an invitation': async (_, { call, email: inviter }) => {
    const email = `invited-by-${inviter}`;
    const { body } = await call<{ data: { url: string } }>('POST', '/invitations', { email, role: 'ADMIN' });
    const invitation = tokenIn(body.data.url);
    return (url) => callAt(url, 'POST', '/auth/register', { email, password, invitation });
  },
  'a reset link': async ({ settings }, { email }) => {
    const token = tokenIn(await runCommand(settings, 'reset-password', email));
    return (url) => callAt(url, 'POST', '/auth/reset', { token, password: 'Better-Horse-2' });
  },
  'a link for a new address, in mail that waits': async ({ mailed }, { call, email }) => {
    await call('PUT', '/auth/me', { email: `new-${email}` });
    const token = await mailed(`new-${email}`);
    return (url) => callAt(url, 'POST', '/auth/address', { token });
  },
  'a link that voids a change, in mail that waits': async ({ mailed }, { call, email }) => {
    await call('PUT', '/auth/me', { email: `new-${email}` });
    const token = await mailed(email);
    return (url) => callAt(url, 'POST', '/auth/address/void', { token });
  },
  'an invitation in mail that waits': async ({ mailed }, { call, email: inviter }) => {
    const email = `mailed-by-${inviter}`;
    await call('POST', '/invitations', { email, role: 'ADMIN' });
    const invitation = await mailed(email);
    return (url) => callAt(url, 'POST', '/auth/register', { email, password, invitation });
  },
  'a sign-in that waits for its second factor': async ({ url: at }, person) => {
    const secret = await newTotp(person);
    const step = 30_000;
    await person.call('POST', '/auth/totp/confirm', { code: totpCode(secret, Date.now() - step) });
    const { body } = await callAt<{ data: { challenge: { id: string } } }>(at, 'POST', '/auth/login', {
      email: person.email,
      password,
    });
    const challengeId = body.data.challenge.id;
    return (url) => callAt(url, 'POST', '/auth/login/second', { challengeId, code: totpCode(secret) });
  },
  'an authenticator app that is not confirmed': async (_, person) => {
    const secret = await newTotp(person);
    return async (url) => {
      const { call } = await anew(url, person);
      return call('POST', '/auth/totp/confirm', { code: totpCode(secret) });
    };
  },
  'a passkey that is being created': async (scene, person) => {
    const { add } = await newPasskey(scene, person);
    return async (url) => add(await anew(url, person));
  },
  'a sign-in by passkey that was begun': async (scene, person) => {
    const { device, add } = await newPasskey(scene, person);
    assert.equal((await add(person)).status, 201);
    const { body } = await callAt<{ data: { options: { challenge: string } } }>(
      scene.url,
      'POST',
      '/auth/login/passkey/options',
    );
    const response = device.get({ challenge: body.data.options.challenge, origin: publicUrl });
    return (url) => callAt(url, 'POST', '/auth/login/passkey', { response });
  },
};

async function steal(context: Context, settings: Record<string, string>): Promise<Stolen> {
  const { db } = openData(context, settings as Store);
  const masters = masterKeys(readConfig(settings).masterKey);
  const rows = await db.selectFrom('wrapped_keys').selectAll().where('ownerId', '=', systemOwner).execute();
  const keys = new SystemKeys();
  keys.renew(rows.map((row) => ({ ...unwrap(masters, row), state: 'current', since: row.since })));
  return { db, keys };
}

/** Reads waiting mail with the keys of the installation. */
function reader({ db, keys }: Stolen): Scene['mailed'] {
  const outbox = new Outbox(keys, true);
  return async (address) => {
    const mails = (await db.selectFrom('mails').selectAll().execute()).map((row) => outbox.read(row));
    const mail = mails.find((each) => 'to' in each && each.to === address);
    assert.ok(mail && 'text' in mail, `no mail waits for ${address}`);
    return tokenIn(mail.text);
  };
}

/**
 * Gives access of every kind to two persons each. That of the first works; returns how to make sure that the second's
 * is refused, at any server, which counts them.
 */
export async function giveAccess(
  context: Context,
  url: string,
  settings: Record<string, string>,
): Promise<(url: string) => Promise<number>> {
  const stolen = await steal(context, settings);
  const scene = { url, settings, stolen, mailed: reader(stolen) };
  const kept: [string, Use][] = [];
  let people = 0;
  for (const [what, give] of Object.entries(kinds)) {
    const person = () => registerOperator(url, `given-${(people += 1)}@example.com`);
    const { status, text } = await (await give(scene, await person()))(url);
    assert.ok(status < 300, `${what} does not work in the first place: ${text}`);
    kept.push([what, await give(scene, await person())]);
  }
  return async (later) => {
    for (const [what, use] of kept) {
      const { status, text } = await use(later);
      assert.ok(status >= 400 && status < 500, `${what} still works: ${status} ${text}`);
    }
    return kept.length;
  };
}
