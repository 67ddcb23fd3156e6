// On both engines: the graph is read by a statement of its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Graph, Heavy } from '@quartermaster/contract/graph/graph.schema';
import { type Body, createFrom, fixtureOf } from '../../../test/records.ts';
import { scopeTag, scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const graphOf = async (client: Client, of?: string): Promise<Graph> => {
  const path = of === undefined ? '/graph' : `/graph?of=${of}`;
  const { body, status, text } = await client.call<{ data: Graph }>('GET', path);
  assert.equal(status, 200, text);
  return body.data;
};
async function heaviestOf(client: Client): Promise<Heavy[]> {
  const { body, status, text } = await client.call<{ data: { heaviest: Heavy[] } }>('GET', '/graph/heaviest');
  assert.equal(status, 200, text);
  return body.data.heaviest;
}
let made = 0;
/** Creates a record with exactly these references. */
const create = async (client: Client, area: string, fields: Body = {}) =>
  createFrom(client, area, { ...fixtureOf(area).valid((made += 1)), ...fields });

/** A mailbox with an account, on which two domains are registered; one runs on a server. */
async function portfolio(client: Client) {
  const mailbox = (await create(client, 'emails')).id;
  const type = (await create(client, 'registrator-types')).id;
  const account = (
    await create(client, 'registrator-accounts', { emailAccountId: mailbox, registratorTypeId: type })
  ).id;
  const hosting = (await create(client, 'hostings', { emailAccountId: mailbox })).id;
  const server = (await create(client, 'servers', { hostingId: hosting })).id;
  const first = (await create(client, 'domains', { registratorAccountId: account, serverId: server })).id;
  const second = (await create(client, 'domains', { registratorAccountId: account })).id;
  return { mailbox, type, account, hosting, server, first, second };
}

describe('the graph', () => {
  test('holds every record once, with its references, and no global type that nothing refers to', async () => {
    const client = await app.user();
    const ids = await portfolio(client);
    const { nodes, edges, totals } = await graphOf(client);
    assert.deepEqual(nodes.map(({ id }) => id).toSorted(), Object.values(ids).toSorted());
    const { mailbox, type, account, hosting, server, first, second } = ids;
    const expected = [
      [account, mailbox, 'emailAccountId'],
      [account, type, 'registratorTypeId'],
      [hosting, mailbox, 'emailAccountId'],
      [server, hosting, 'hostingId'],
      [first, account, 'registratorAccountId'],
      [first, server, 'serverId'],
      [second, account, 'registratorAccountId'],
    ];
    assert.deepEqual(edges.map(({ from, to, field }) => [from, to, field]).toSorted(), expected.toSorted());
    assert.deepEqual(Object.fromEntries(totals.map(({ area, total }) => [area, total])), {
      emails: 1,
      'registrator-types': 1,
      'registrator-accounts': 1,
      hostings: 1,
      servers: 1,
      domains: 2,
    });
  });

  test('of one record holds what it uses and what uses it, not its siblings', async () => {
    const client = await app.user();
    const { mailbox, type, account, hosting, server, first, second } = await portfolio(client);
    const ids = async (of: string) => (await graphOf(client, of)).nodes.map(({ id }) => id).toSorted();
    assert.deepEqual(await ids(`servers:${server}`), [server, hosting, mailbox, first].toSorted());
    assert.deepEqual(await ids(`domains:${second}`), [second, account, mailbox, type].toSorted());
    const missing = await client.call('GET', `/graph?of=servers:${first}`);
    assert.equal(missing.status, 404);
    const malformed = await client.call('GET', '/graph?of=servers');
    assert.equal(malformed.status, 400);
  });

  test('names the records on which most depend, each dependent counted once', async () => {
    const client = await app.user();
    const { mailbox, type, account, hosting, server } = await portfolio(client);
    const heaviest = await heaviestOf(client);
    const found = Object.fromEntries(heaviest.map(({ id, dependents }) => [id, dependents]));
    assert.deepEqual(found, { [mailbox]: 5, [type]: 3, [account]: 2, [hosting]: 2, [server]: 1 });
    assert.deepEqual([heaviest[0]?.id, heaviest[0]?.area], [mailbox, 'emails']);
  });

  test('holds nothing of another workspace', async () => {
    const [client, other] = [await app.user(), await app.user()];
    const { server } = await portfolio(client);
    assert.deepEqual((await graphOf(other)).nodes, []);
    const answer = await other.call('GET', `/graph?of=servers:${server}`);
    assert.equal(answer.status, 404);
    assert.deepEqual(await heaviestOf(other), []);
  });

  test("holds and counts nothing outside a member's scope, also where a reference leads out of it or in", async () => {
    const owner = await app.user();
    const { mailbox, server, type } = await portfolio(owner);
    const tags = [scopeTag];
    const seenMailbox = (await create(owner, 'emails', { tags })).id;
    const seenHosting = (await create(owner, 'hostings', { tags, emailAccountId: seenMailbox })).id;
    const leadsOut = (await create(owner, 'hostings', { tags, emailAccountId: mailbox })).id;
    await create(owner, 'servers', { hostingId: seenHosting });
    const member = await scopedMember(app, owner, 'VIEWER');

    const { nodes, edges } = await graphOf(member);
    const seen = [seenMailbox, seenHosting, leadsOut];
    // Registrator types have no tags: every member sees them.
    assert.deepEqual(nodes.map(({ id }) => id).toSorted(), [...seen, type].toSorted());
    assert.deepEqual(
      edges.map(({ from, to }) => [from, to]),
      [[seenHosting, seenMailbox]],
    );
    assert.equal((await member.call('GET', `/graph?of=servers:${server}`)).status, 404);
    const ofHosting = (await graphOf(member, `hostings:${seenHosting}`)).nodes.map(({ id }) => id);
    assert.deepEqual(ofHosting.toSorted(), [seenHosting, seenMailbox].toSorted());
    assert.deepEqual(
      (await heaviestOf(member)).map(({ id, dependents }) => [id, dependents]),
      [[seenMailbox, 1]],
    );
  });
});
