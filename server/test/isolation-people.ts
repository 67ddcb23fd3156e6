import assert from 'node:assert/strict';
import { makeToken } from './api-tokens.ts';
import { Authenticator } from './authenticator.ts';
import { type Case, alike, canary } from './isolation-scene.ts';

// Cases for what belongs to people rather than to a kind of record.

/** Another person's saved view, by its id. */
export const viewById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const view = { area: 'domains', name: `${canary} ${method}`, query: `search=${canary}` };
  const { body } = await victim.call<{ data: { view: { id: string } } }>('POST', '/views', view);
  const { id: theirs } = body.data.view;
  const sent = method === 'PUT' ? { name: 'Mine' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, theirs, (id) =>
    intruder.call(method, path.replace('{id}', id), sent),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/views');
  assert.ok(text.includes(theirs) && text.includes(view.name));
};

/** Another workspace's channel. */
export const channelById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const sent = { name: canary, type: 'slack', config: { url: `https://example.com/${canary}` } };
  const { body } = await victim.call<{ data: { channel: { id: string } } }>('POST', '/channels', sent);
  const { id: theirs } = body.data.channel;
  const changed = method === 'PUT' ? { name: 'Mine' } : undefined;
  const sentTo = path.endsWith('/recipients') ? { address: 'ada@example.com' } : changed;
  const answer = await alike(scene, `${method} ${path}`, theirs, (id) =>
    intruder.call(method, path.replace('{id}', id), sentTo),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/channels');
  assert.ok(text.includes(theirs) && text.includes(canary));
};

/** Another person's workspace. */
export const workspaceById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const mine = async () => (await victim.call('GET', '/workspaces')).text;
  const before = await mine();
  const { body } = await victim.call<{ data: { workspaces: { id: string }[] } }>('GET', '/workspaces');
  const sent = method === 'PUT' ? { name: 'Mine' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, body.data.workspaces[0]?.id ?? '', (id) =>
    intruder.call(method, path.replace('{id}', id), sent),
  );
  assert.equal(answer.status, 404);
  assert.equal(await mine(), before);
};

/** Another person's session. */
export const sessionById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { body } = await victim.call<{ data: { sessions: { id: string }[] } }>('GET', '/auth/sessions');
  const answer = await alike(scene, `${method} ${path}`, body.data.sessions[0]?.id ?? '', (id) =>
    intruder.call(method, path.replace('{id}', id)),
  );
  assert.equal(answer.status, 404);
  assert.equal((await victim.call('GET', '/auth/me')).status, 200);
};

/** Another person's account, which administrators manage. */
export const accountById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const sent = method === 'PUT' ? { disabled: true } : undefined;
  const answer = await alike(scene, `${method} ${path}`, victim.userId, (id) =>
    intruder.call(method, path.replace('{id}', id), sent),
  );
  assert.equal(answer.status, 403);
  assert.equal((await victim.call('GET', '/auth/me')).status, 200);
};

/** A member of another person's workspace. */
export const memberById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const sent = method === 'PUT' ? { role: 'VIEWER' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, victim.userId, (id) =>
    intruder.call(method, path.replace('{userId}', id), sent),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/members');
  assert.ok(text.includes(victim.userId) && text.includes('OWNER'));
};

/** An invitation to another person's workspace, by its id, and by its token for somebody who was not invited. */
export const invitationById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { body } = await victim.call<{ data: { invitation: { id: string }; url: string } }>(
    'POST',
    '/invitations',
    { email: 'invited@example.com', role: 'EDITOR' },
  );
  const { invitation, url } = body.data;
  if (path.includes('{id}'))
    await alike(scene, `${method} ${path}`, invitation.id, (id) =>
      intruder.call(method, path.replace('{id}', id)),
    );
  else
    await alike(scene, path, url.split('token=')[1] ?? '', (token) => intruder.call(method, path, { token }));
  assert.ok((await victim.call('GET', '/invitations')).text.includes(invitation.id));
};

/** The leaver report of a member of another person's workspace. */
export const exposureById: Case = async (scene, { method, path }) => {
  const target = path.replace('{area}', 'emails').replace('{recordId}', scene.victims.emails?.id ?? '');
  const turnedOff = { kind: 'channel', id: scene.victim.userId };
  const sent = { PUT: { state: 'rotated' }, POST: turnedOff }[method as string];
  const answer = await alike(scene, `${method} ${path}`, scene.victim.userId, (id) =>
    scene.intruder.call(method, target.replace('{userId}', id).replace('{field}', 'password'), sent),
  );
  assert.equal(answer.status, 404);
};

/** Another workspace's list of secrets to change. */
export const workListById: Case = async (scene, { method, path }) => {
  const { victim, intruder, victims } = scene;
  const ids = [victims.emails?.id];
  const made = await victim.call<{ data: { workList: { id: string } } }>('POST', '/work-lists', {
    name: `${canary} list`,
    area: 'emails',
    ids,
  });
  const { id: theirs } = made.body.data.workList;
  if (path.includes('{id}')) {
    const target = path.replace('{area}', 'emails').replace('{recordId}', ids[0] ?? '');
    const sent = method === 'PUT' ? { state: 'rotated' } : undefined;
    const answer = await alike(scene, `${method} ${path}`, theirs, (id) =>
      intruder.call(method, target.replace('{id}', id).replace('{field}', 'password'), sent),
    );
    assert.equal(answer.status, 404);
  } else
    await alike(scene, path, ids[0] ?? '', (id) =>
      intruder.call(method, path, { name: 'Mine', area: 'emails', ids: [id] }),
    );
  const { text } = await victim.call('GET', `/work-lists/${theirs}`);
  // Its password and its note.
  assert.ok(text.includes('"open":2'));
};

/** Another person's passkey. */
export const passkeyById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const begun = await victim.call<{ data: { options: { challenge: string } } }>(
    'POST',
    '/auth/passkeys/options',
  );
  const { challenge } = begun.body.data.options;
  const made = new Authenticator().create({ challenge, origin: 'http://localhost:0' }, victim.userId);
  const { body } = await victim.call<{ data: { passkey: { id: string } } }>('POST', '/auth/passkeys', {
    name: 'key',
    response: made,
  });
  const { id } = body.data.passkey;
  const sent = method === 'PUT' ? { name: 'mine' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, id, (each) =>
    intruder.call(method, path.replace('{id}', each), sent),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/auth/passkeys');
  assert.ok(text.includes(id) && text.includes('"key"'), text);
};

/** Another person's API token. */
export const tokenById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { token } = await makeToken(victim, { name: `${canary} token` });
  const answer = await alike(scene, `${method} ${path}`, token.id, (id) =>
    intruder.call(method, path.replace('{id}', id)),
  );
  assert.equal(answer.status, 404);
  assert.ok((await victim.call('GET', '/tokens')).text.includes(token.id));
};

/** A rule of another workspace's. */
export const alertRuleById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const name = `${canary} rule`;
  const made = await victim.call<{ data: { alertRule: { id: string } } }>('POST', '/alert-rules', { name });
  const { id } = made.body.data.alertRule;
  const answer = await alike(scene, `${method} ${path}`, id, (each) =>
    intruder.call(method, path.replace('{id}', each), method === 'PUT' ? { name: 'x' } : undefined),
  );
  assert.equal(answer.status, 404);
  assert.ok((await victim.call('GET', '/alert-rules')).text.includes(name));
  assert.ok(!(await intruder.call('GET', '/alert-rules')).text.includes(canary));
};

/** Another person's calendar. */
export const calendarById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const made = await victim.call<{ data: { calendar: { id: string } } }>('POST', '/calendars', {
    name: `${canary} calendar`,
  });
  const { id } = made.body.data.calendar;
  const answer = await alike(scene, `${method} ${path}`, id, (each) =>
    intruder.call(method, path.replace('{id}', each)),
  );
  assert.equal(answer.status, 404);
  assert.ok((await victim.call('GET', '/calendars')).text.includes(id));
  assert.ok(!(await intruder.call('GET', '/calendars')).text.includes(canary));
};
