// On both engines: transactions that count the same rows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import { createRecord } from './records.ts';
import { type Answer, type Client, startApp } from './test-app.ts';

// As many requests as one person has in progress, at the same moment.

const app = await startApp();
const rounds = 8;

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

/** Sends the same request as often as a person may at once. */
const atOnce = (send: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: serverLimits.requestsAtOnce }, (_, index) => send(index)));

/** Asserts that only one more fitted. */
function oneFitted(answers: readonly Answer[]): void {
  const refused = Array<number>(serverLimits.requestsAtOnce - 1).fill(409);
  assert.deepEqual(statuses(answers), [201, ...refused], answers.map(({ text }) => text).join('\n'));
}

const secondWorkspace = async ({ call }: Client): Promise<string> =>
  (await call<{ data: { workspace: { id: string } } }>('POST', '/workspaces', { name: 'Second' })).body.data
    .workspace.id;

describe("a person's last two workspaces", () => {
  type Leave = (client: Client, workspace: string) => Promise<Answer>;
  const remove: Leave = ({ call }, id) => call('DELETE', `/workspaces/${id}`);
  const leave: Leave = ({ call, userId }, id) =>
    call('DELETE', `/members/${userId}`, undefined, { 'x-workspace': id });
  for (const [what, ways] of Object.entries({
    'are not both deleted at once': [remove, remove],
    'are not both left at once': [leave, leave],
    'are not left and deleted at once': [leave, remove],
  } satisfies Record<string, [Leave, Leave]>))
    test(what, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const client = await app.user();
        const { id: first } = await app.ownerOf(client);
        const second = await secondWorkspace(client);
        // Another owner, so that the person may leave.
        const other = await app.user();
        const row = { role: 'OWNER', secrets: 1, scope: '[]', createdAt: Date.now() } as const;
        for (const workspaceId of [first, second])
          await app.db
            .insertInto('memberships')
            .values({ workspaceId, userId: other.userId, ...row })
            .execute();
        const answers = await Promise.all([ways[0](client, first), ways[1](client, second)]);
        assert.deepEqual(statuses(answers), [200, 409], answers.map(({ text }) => text).join('\n'));
        const left = await client.call<{ data: { workspaces: unknown[] } }>('GET', '/workspaces');
        assert.equal(left.body.data.workspaces.length, 1);
      }
    });
});

describe('the limit', () => {
  test('of saved views holds for views that are saved at once', async () => {
    const client = await app.user();
    const save = (name: string) => client.call('POST', '/views', { area: 'domains', name, query: '' });
    const { id: ownerId } = await app.ownerOf(client);
    for (let round = 0; round < rounds; round += 1) {
      await app.db.deleteFrom('saved_views').where('userId', '=', client.userId).execute();
      const rows = Array.from({ length: serverLimits.views - 1 }, (_, index) => ({
        ownerId,
        userId: client.userId,
        id: uuid(),
        area: 'domains',
        name: `View ${index}`,
        query: '',
        createdAt: 1,
        updatedAt: 1,
      }));
      await app.db.insertInto('saved_views').values(rows).execute();
      oneFitted(await atOnce((index) => save(`One more ${index}`)));
    }
  });

  test('of workspaces holds for workspaces that are made at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const client = await app.user();
      const rows = Array.from({ length: serverLimits.workspaces - 2 }, (_, index) => ({
        id: uuid(),
        name: `Workspace ${index}`,
        requireSecondFactor: 0 as const,
        createdAt: 1,
        deletedAt: null,
      }));
      await app.db.insertInto('workspaces').values(rows).execute();
      const member = { userId: client.userId, role: 'OWNER', secrets: 1, scope: '[]', createdAt: 1 } as const;
      await app.db
        .insertInto('memberships')
        .values(rows.map(({ id }) => ({ workspaceId: id, ...member })))
        .execute();
      oneFitted(await atOnce((index) => client.call('POST', '/workspaces', { name: `One more ${index}` })));
    }
  });

  test('of invitations holds for invitations that are made at once', async () => {
    const client = await app.user();
    const { id: workspaceId } = await app.ownerOf(client);
    for (let round = 0; round < rounds; round += 1) {
      await app.db.deleteFrom('invitations').where('workspaceId', '=', workspaceId).execute();
      const rows = Array.from({ length: serverLimits.invitations - 1 }, (_, index) => ({
        workspaceId,
        id: uuid(),
        email: `x${index}@example.com`,
        emailKey: `x${index}@example.com`,
        role: 'VIEWER',
        secrets: 0 as const,
        scope: '[]',
        tokenHash: uuid(),
        invitedBy: client.userId,
        createdAt: 1,
        expiresAt: Date.now() + 60_000,
      }));
      await app.db.insertInto('invitations').values(rows).execute();
      const invite = (index: number) =>
        client.call('POST', '/invitations', { email: `more-${index}@example.com`, role: 'VIEWER' });
      oneFitted(await atOnce(invite));
    }
  });

  test('of work lists holds for lists that are made at once', async () => {
    const client = await app.user();
    const { id: ownerId } = await app.ownerOf(client);
    const { id } = await createRecord(client, 'emails');
    for (let round = 0; round < rounds; round += 1) {
      await app.db.deleteFrom('work_items').where('ownerId', '=', ownerId).execute();
      await app.db.deleteFrom('work_lists').where('ownerId', '=', ownerId).execute();
      const rows = Array.from({ length: serverLimits.workLists - 1 }, (_, index) => ({
        ownerId,
        id: uuid(),
        origin: 'selection',
        subjectId: null,
        name: `List ${index}`,
        createdBy: client.userId,
        createdAt: 1,
      }));
      await app.db.insertInto('work_lists').values(rows).execute();
      const make = (index: number) =>
        client.call('POST', '/work-lists', { name: `More ${index}`, area: 'emails', ids: [id] });
      oneFitted(await atOnce(make));
    }
  });
});
