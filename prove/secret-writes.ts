import assert from 'node:assert/strict';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { areaOf } from '../server/test/isolation-scene.ts';
import { type Body, type RecordBody, createFrom, fixtureOf } from '../server/test/records.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import type { Context } from './context.ts';
import { callAt } from './operator.ts';
import { describedCalls, hostileBody, hostilePath } from './requests.ts';
import { type Vault, areasWithSecrets } from './vault.ts';

const hostileRequests = 750;

type Send = (...request: Parameters<Client['call']>) => Promise<Answer>;

const firstOf = async ({ call }: Client, area: string): Promise<RecordBody> => {
  const { crud } = fixtureOf(area);
  const { body, text } = await call<{ data: Record<string, RecordBody[]> }>('GET', crud.path);
  const record = body.data[crud.listKey]?.[0];
  assert.ok(record, text);
  return record;
};

/** Creates, changes, imports, acts in bulk and reveals, permitted or not, also with the writer's own secrets. */
async function writeTo(send: Send, vault: Vault, area: string, record: RecordBody): Promise<void> {
  const { crud, bulkKey, change } = fixtureOf(area);
  const path = `${crud.path}/${record.id}`;
  const typed = () => vault.withWords(area, record);
  await send('POST', crud.path, record);
  await send('POST', crud.path, typed());
  const wrong = { ...typed(), comment: 5, users: [{}], password: 5 };
  for (const sent of [{}, { comment: 'x' }, record, typed(), wrong])
    for (const headers of [{}, { 'if-match': '"x"' }]) await send('PUT', path, sent, headers);
  for (const field of [...(record['secretFields'] as string[]), 'password', '']) {
    const revealed = await send('POST', `${path}/reveal`, { field });
    assert.equal(revealed.status, 403, revealed.text);
  }
  for (const skipDuplicates of [true, false])
    if (bulkKey !== undefined)
      await send('POST', `${crud.path}/bulk-import`, { [bulkKey]: [record, typed(), {}], skipDuplicates });
  const actions = [
    ...[true, false].map((preview) => ({
      do: { action: 'addTag', tag: { type: 'seen', value: String(preview) } },
      preview,
    })),
    { do: { action: 'delete' }, preview: true },
  ];
  for (const act of actions)
    await send('POST', `${crud.path}/bulk-actions`, { records: { filter: {} }, ...act });
  await send('PUT', path, change);
}

/** Tries to redefine stored credentials as readable: in their type, through another type, through another provider. */
async function describeAnew(send: Send, vault: Vault, person: Client): Promise<void> {
  const account = `/registrator-accounts/${await vault.create('registrator-accounts')}`;
  const read = await person.call<{ data: { registratorAccount: RegistratorAccount } }>('GET', account);
  const { registratorTypeId, secretFields = [], id } = read.body.data.registratorAccount;
  const names = secretFields.flatMap((path) => path.split('apiCredentials.')[1] ?? []);
  assert.ok(names.length > 0, read.text);
  const shown = { label: 'Shown', required: false, type: 'string' };
  const apiFields = Object.fromEntries(names.map((name) => [name, shown]));
  const refused = await send('PUT', `/registrator-types/${registratorTypeId}`, { apiFields });
  assert.equal(refused.status, 403, refused.text);
  const other = { name: `Shows ${id}`, hasApi: true, apiFields };
  const { id: otherId } = await createFrom(person, 'registrator-types', other);
  const moved = await send('PUT', account, { registratorTypeId: otherId });
  assert.equal(moved.status, 403, moved.text);
  // Free credentials are secret; the same name at AWS is not.
  const free = { provider: 'Free', apiCredentials: { accessKeyId: vault.word() } };
  const hosting = `/hostings/${await vault.create('hostings', free)}`;
  const aws = { provider: 'AWS', apiCredentials: { secretAccessKey: 'x', region: 'y' } };
  for (const sent of [{ provider: 'AWS' }, aws]) await send('PUT', hosting, sent);
}

/** Sends all kinds of writes, valid and invalid, as somebody who may write but not read secrets; returns how many. */
export async function writesShowNone(
  context: Context,
  url: string,
  vault: Vault,
  person: Client,
): Promise<number> {
  let count = 0;
  const send: Send = async (method, path, ...rest) => {
    const answer = await person.call(method, path, ...rest);
    vault.absent(`${method} ${path}`, answer);
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`);
    count += 1;
    return answer;
  };
  const bodies: Record<string, Body> = {};
  for (const area of areasWithSecrets) {
    const record = await firstOf(person, area);
    bodies[area] = vault.withWords(area, record);
    await writeTo(send, vault, area, record);
  }
  await describeAnew(send, vault, person);
  const document = (await callAt(url, 'GET', '/openapi.json')).text;
  const calls = describedCalls(document, bodies).filter(({ path }) => areaOf({ path }) !== '');
  const ids = Object.values(bodies).map(({ id }) => String(id));
  for (let sent = 0; sent < hostileRequests; sent += 1) {
    const call = calls[context.between(0, calls.length - 1)];
    assert.ok(call);
    const { body, headers } = hostileBody(context, call, person.token);
    const path = hostilePath(context, call, ids);
    await send(call.method, path, Buffer.isBuffer(body) ? body.toString() : body, headers);
  }
  return count;
}
