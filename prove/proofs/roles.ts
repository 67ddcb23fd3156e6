import assert from 'node:assert/strict';
import type { Route } from '@quartermaster/contract/api/route';
import { type Role, roles } from '@quartermaster/contract/api/permissions';
import { setTimeout as pause } from 'node:timers/promises';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { createRecord, fixtureOf } from '../../server/test/records.ts';
import { isOfMembers, refusalOf } from '../../server/test/refusals.ts';
import type { Answer } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { type Data, openData } from '../data.ts';
import { endpoints } from '../endpoints.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type Failure, RoleWalk } from '../role-walk.ts';
import { changesHold, lastOwnersStay } from '../role-changes.ts';
import { type Member, type Team, newTeam } from '../team.ts';

/** A process caches a membership for five seconds. */
const knownMs = 5500;
const rounds = 3;
const scope = [{ type: 'client', value: 'acme' }];

const forbidden = (message: string, details?: object) => ({
  status: 403,
  error: { code: 'FORBIDDEN', message, ...(details && { details }) },
});

const noMember = {
  status: 404,
  error: { code: 'NOT_FOUND', message: 'Workspace not found', details: { workspace: true } },
};

/** Sends requests to every endpoint as everybody; returns how many. */
async function everybody(url: string, team: Team, admin: Member, { db }: Data): Promise<number> {
  const ids: Record<string, string> = {};
  for (const area of Object.keys(fixtures)) ids[area] = (await createRecord(team.owner, area)).id;
  const walk = new RoleWalk(url, team, endpoints, ids);
  const members = walk.of(isOfMembers);
  const snapshot = async () => {
    const lists = Object.keys(fixtures).map((area) =>
      team.owner.call('GET', `${fixtureOf(area).crud.path}?secrets=omit&limit=1000`),
    );
    return [...(await Promise.all(lists)), await team.owner.call('GET', '/members')].map(({ text }) =>
      text.replaceAll(/"lastSeenAt":"[^"]+"/g, ''),
    );
  };
  const outsider = team.within(await registerOperator(url, 'outsider@example.com'));
  const people: { who: string; person: Member; role: Role; secrets: boolean }[] = [];
  for (const role of roles)
    for (const secrets of role === 'VIEWER' || role === 'EDITOR' ? [false, true] : [true]) {
      const who = `${role.toLowerCase()}${secrets ? '-with-secrets' : ''}`;
      const rights = { role, ...(secrets && role !== 'ADMIN' && role !== 'OWNER' && { secrets }) };
      people.push({ who, person: await team.join(who, rights), role, secrets });
    }
  const scoped = await team.join('scoped', { role: 'EDITOR', scope });
  const before = await snapshot();
  for (const { who, person, role, secrets } of people) {
    const message = (endpoint: Route) => refusalOf(endpoint, { role, secrets });
    await walk.refuses(
      who,
      person,
      walk.of((each) => message(each) !== null),
      (each) => forbidden(message(each) ?? ''),
    );
  }
  for (const person of [outsider, admin]) await walk.refuses(person.email, person, members, () => noMember);
  for (const { person } of [...people, { person: outsider }])
    await walk.refuses(
      person.email,
      person,
      walk.of(({ access }) => access === 'administrator'),
      () => forbidden('This needs an administrator of the installation'),
    );
  await walk.refuses(
    'scoped',
    scoped,
    walk.of(({ unscoped }) => unscoped === true),
    () => forbidden('This needs access to all records of the workspace; yours is limited to some tags'),
  );
  // Without a recent confirmation, nobody changes who has access.
  const unconfirmed = (value: number) =>
    db.updateTable('sessions').set({ confirmedAt: value }).where('userId', '=', team.owner.userId).execute();
  await unconfirmed(0);
  await pause(knownMs);
  await walk.refuses(
    'an owner who confirmed long ago',
    team.owner,
    walk.of(({ confirmed, access }) => confirmed === true && access !== 'administrator'),
    () => ({
      status: 403,
      error: { code: 'CONFIRM_REQUIRED', message: 'Confirm that it is you first' },
    }),
  );
  await unconfirmed(Date.now());
  // A person without the second factor that the workspace requires can set one up, and do nothing else in it.
  await db
    .updateTable('workspaces')
    .set({ requireSecondFactor: 1 })
    .where('id', '=', team.workspace)
    .execute();
  await pause(knownMs);
  for (const { who, person } of people)
    await walk.refuses(`${who} without a second factor`, person, members, () =>
      forbidden('This workspace requires a second factor; set one up on your account page first', {
        secondFactor: true,
      }),
    );
  assert.equal((await scoped.call('POST', '/auth/totp')).status, 200);
  await db
    .updateTable('workspaces')
    .set({ requireSecondFactor: 0 })
    .where('id', '=', team.workspace)
    .execute();
  await pause(knownMs);
  assert.deepEqual(await snapshot(), before, 'what was refused changed something');
  for (const { who, person, role, secrets } of people)
    await walk.admits(
      who,
      person,
      walk.of((each) => each.access !== 'administrator' && refusalOf(each, { role, secrets }) === null),
    );
  await walk.admits(
    'an administrator',
    admin,
    walk.of(({ access }) => access === 'administrator'),
  );
  await removals(
    team,
    people.map(({ person }) => person),
  );
  return walk.requests;
}

const refused = ({ status, text, body }: Answer, expected: number, message: RegExp) => {
  assert.equal(status, expected, text);
  assert.match((body as Failure).error.message, message);
};

/** Everyone may leave; managers remove others, and only owners remove an owner. */
async function removals({ owner }: Team, [viewer, , editor, , admin]: readonly Member[]): Promise<void> {
  assert.ok(viewer && editor && admin);
  const change = (by: Member, whom: Member, role: Role) =>
    by.call('PUT', `/members/${whom.userId}`, { role });
  refused(await viewer.call('DELETE', `/members/${editor.userId}`), 403, /role ADMIN or OWNER/);
  refused(await editor.call('DELETE', `/members/${viewer.userId}`), 403, /role ADMIN or OWNER/);
  refused(await admin.call('DELETE', `/members/${owner.userId}`), 403, /role OWNER/);
  refused(await change(admin, owner, 'VIEWER'), 403, /role OWNER/);
  refused(await change(admin, admin, 'OWNER'), 403, /role OWNER/);
  refused(
    await admin.call('POST', '/invitations', { email: 'x@example.com', role: 'OWNER' }),
    403,
    /role OWNER/,
  );
  assert.equal((await viewer.call('DELETE', `/members/${viewer.userId}`)).status, 200);
}

async function attack(context: Context, engine: Engine) {
  const store = await context.store(engine);
  // One after the other, since the first start creates the tables.
  const here = await context.start(store);
  const other = await context.start(store);
  const servers = [here.url, other.url] as const;
  const data = openData(context, store);
  const administrator = await registerOperator(here.url, 'admin@example.com');
  const team = await newTeam(here.url, 'founder');
  const requests = await everybody(here.url, team, team.within(administrator), data);
  const ownersOf = async (workspaceId: string) => {
    const owners = data.db.selectFrom('memberships').select('userId').where('role', '=', 'OWNER');
    return (await owners.where('workspaceId', '=', workspaceId).execute()).length;
  };
  const races = await lastOwnersStay(servers, ownersOf, rounds);
  const held = await changesHold(team, servers);
  return { requests, held, races };
}

export const roleProof: Proof = {
  name: 'roles',
  promise:
    'Everyone may do what the table of roles says, and nothing else; a change holds within 10 s on every server; a workspace keeps an owner.',
  seconds: 600,
  quick: false,
  run: async (context) => {
    let [requests, held, races] = [0, 0, 0];
    for (const engine of context.engines) {
      const tried = await attack(context, engine);
      requests += tried.requests;
      held = Math.max(held, tried.held);
      races += tried.races;
    }
    return `${requests} requests as the table says, changes held within ${(held / 1000).toFixed(1)} s, an owner stayed in ${races} of ${races} races`;
  },
};
