import assert from 'node:assert/strict';
import { createFrom, createRecord } from '../server/test/records.ts';
import { registerOperator } from './operator.ts';
import { urlsAt } from './refused-addresses.ts';

/** How often a message is sent to a name that changes its address. */
const timesEach = 4;
const secret = 'a-token';
/** What each type of channel needs beside its URL. */
const channels: Readonly<Record<string, object>> = {
  slack: {},
  discord: {},
  teams: {},
  telegram: { token: secret, chatId: '1' },
  ntfy: { topic: 'x', token: secret },
  apprise: { key: 'x' },
  webhook: {},
};

export const channelTypes = Object.keys(channels);

interface Saved {
  id: string;
  url: string;
}

/** Saves a channel of a type at each URL, and tests those that can be saved; returns how many were tried. */
export async function tryChannels(
  url: string,
  type: string,
  { port, allowed }: { port: number; allowed: string },
) {
  const person = await registerOperator(url, `${type}@example.com`);
  const save = async (to: string): Promise<Saved | null> => {
    const config = { ...channels[type], url: to };
    const { status, body, text } = await person.call<{ data: { channel: { id: string } } }>(
      'POST',
      '/channels',
      {
        name: 'x',
        type,
        config,
      },
    );
    assert.ok(status === 201 || status === 400, `${type} ${to}: ${text}`);
    return status === 201 ? { id: body.data.channel.id, url: to } : null;
  };
  const names = [`http://moves-${type}.test:${port}/`, `http://both-${type}.test:${port}/`];
  const astray = `http://${allowed}:${port}/to/${encodeURIComponent(`http://127.0.0.1:${port}/`)}/`;
  const tried = [...urlsAt('http', port), ...names, astray];
  const saved: Saved[] = [];
  for (const to of tried) {
    const one = await save(to);
    if (one) saved.push(one);
  }
  for (const { id, url: to } of saved)
    for (let time = 0; time < (to.includes('//moves') ? timesEach : 1); time += 1) {
      const { status, text } = await person.call('POST', `/channels/${id}/test`);
      assert.equal(status, 200, `${type} ${to}: ${text}`);
    }
  // The same channels are told of a domain that ends soon.
  const rules = await person.call<{ data: { alertRules: { id: string }[] } }>('GET', '/alert-rules');
  const rule = { channelIds: saved.map(({ id }) => id) };
  const set = await person.call('PUT', `/alert-rules/${rules.body.data.alertRules[0]?.id}`, rule);
  assert.equal(set.status, 200, set.text);
  const expirationDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const look = { registration: false, dns: false, tls: false };
  assert.equal((await person.call('PUT', '/alert-settings', { look })).status, 200);
  const registratorAccountId = (await createRecord(person, 'registrator-accounts')).id;
  await createFrom(person, 'domains', { domain: `${type}.example`, registratorAccountId, expirationDate });
  return { tried: tried.length, saved: saved.length };
}
