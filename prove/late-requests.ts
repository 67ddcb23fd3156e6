import assert from 'node:assert/strict';
import type { Route } from '@quartermaster/contract/api/route';
import { areaOf, missing } from '../server/test/isolation-scene.ts';
import { fixtureOf, nextNumber, validBody } from '../server/test/records.ts';
import { endpoints } from './endpoints.ts';
import { alertRequests } from './late-alert-requests.ts';
import { historyRequests } from './late-history-requests.ts';
import {
  type Maker,
  type Request,
  type Sent,
  type Target,
  lateEmail,
  made,
  nothing,
  password,
} from './late-target.ts';

// A request to every endpoint that takes a body, which writes or answers something if it is admitted.

const secretOf = ({ records }: Target) => ({
  area: 'emails',
  recordId: records['emails']?.id ?? '',
  field: 'password',
});
const workList = async ({ owner, records }: Target) => {
  const body = { name: 'Late', area: 'emails', ids: [records['emails']?.id] };
  return (await made<{ workList: { id: string } }>(owner, '/work-lists', body)).workList.id;
};
const key = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };

/** The endpoints that are not the same for every kind of record. */
const others: Record<string, Maker> = {
  ...historyRequests,
  ...alertRequests,
  'PUT /auth/me': () => ({ body: { name: 'Late', email: lateEmail() } }),
  'POST /auth/logout': () => ({ body: {} }),
  'POST /auth/confirm': () => ({ body: { password } }),
  'POST /auth/password': () => ({ body: { current: password, next: 'Another-Horse-1' } }),
  'POST /auth/totp': () => ({ body: {} }),
  'POST /auth/totp/confirm': () => ({ body: { code: '000000' }, isEmpty: true }),
  'POST /auth/totp/recovery-codes': nothing,
  'POST /auth/passkeys/options': nothing,
  'POST /auth/passkeys': () => ({
    body: { name: 'Late', response: { ...key, response: { clientDataJSON: 'x', attestationObject: 'x' } } },
    isEmpty: true,
  }),
  'PUT /auth/passkeys/{id}': () => ({ body: { name: 'Late' }, isEmpty: true }),
  'POST /auth/identities': () => ({ body: { id: 'x', query: 'x' }, isEmpty: true }),
  'POST /workspaces': () => ({ body: { name: 'Late' } }),
  'PUT /workspaces/{id}': ({ workspace }) => ({ path: { id: workspace }, body: { name: 'Late' } }),
  'PUT /members/{userId}': ({ friend }) => ({ path: { userId: friend.userId }, body: { role: 'EDITOR' } }),
  'PUT /members/{userId}/exposure/{area}/{recordId}/{field}': async (target) => {
    const { area, recordId, field } = secretOf(target);
    await made(target.friend, `/${area}/${recordId}/reveal`, { field });
    const path = { userId: target.friend.userId, area, recordId, field };
    return { path, body: { state: 'ignored', reason: 'Late' } };
  },
  'POST /work-lists': ({ records }) => ({
    body: { name: 'Late', area: 'emails', ids: [records['emails']?.id] },
  }),
  'PUT /work-lists/{id}/{area}/{recordId}/{field}': async (target) => ({
    path: { ...secretOf(target), id: await workList(target) },
    body: { state: 'ignored', reason: 'Late' },
  }),
  'POST /invitations': () => ({ body: { email: lateEmail(), role: 'VIEWER' } }),
  'POST /invitations/accept': async ({ sender, owner }) => {
    const { workspace } = await made<{ workspace: { id: string } }>(owner, '/workspaces', { name: 'Late' });
    const headers = { 'x-workspace': workspace.id };
    const sent = { email: sender.email, role: 'VIEWER' };
    const { body } = await owner.call<{ data: { url: string } }>('POST', '/invitations', sent, headers);
    return { body: { token: body.data.url.split('#token=')[1] } };
  },
  'POST /tokens': () => ({ body: { name: 'Late', permissions: ['read'] } }),
  'PUT /installation/accounts/{id}': ({ friend }) => ({
    path: { id: friend.userId },
    body: { role: 'ADMIN' },
  }),
  'POST /installation/mail/test': nothing,
  'POST /domains/check-expiration': () => ({ body: {} }),
  'POST /proxies/test': ({ records }) => ({
    body: { ...records['proxies'], ip: '127.0.0.1' },
    isEmpty: true,
  }),
  'POST /views': () => ({ body: { area: 'domains', name: `Late ${nextNumber()}`, query: 'x=1' } }),
  'PUT /views/{id}': async ({ sender }) => {
    const view = { area: 'domains', name: `Early ${nextNumber()}`, query: 'x=1' };
    const { id } = (await made<{ view: { id: string } }>(sender, '/views', view)).view;
    return { path: { id }, body: { name: `Late ${nextNumber()}` } };
  },
};

async function revealOf({ owner }: Target, area: string, id: string): Promise<Sent> {
  const { crud } = fixtureOf(area);
  const { body } = await owner.call<{ data: Record<string, { secretFields?: string[] }> }>(
    'GET',
    `${crud.path}/${id}?secrets=omit`,
  );
  const [field] = body.data[crud.itemKey]?.secretFields ?? [];
  return {
    path: { id },
    body: { field: field ?? 'password' },
    ...(field === undefined && { isEmpty: true }),
  };
}

/** The uniform endpoints of a kind of record. */
async function uniform(target: Target, { method, path }: Route): Promise<Sent> {
  const area = areaOf({ path });
  assert.ok(area, `${method} ${path} has no request: add it to late-requests.ts`);
  const { bulkKey, change } = fixtureOf(area);
  const record = target.records[area];
  assert.ok(record, `${method} ${path} has no request: add it to late-requests.ts`);
  const { id } = record;
  if (path.endsWith('/reveal')) return revealOf(target, area, id);
  if (path.endsWith('/look')) return { path: { id }, body: {} };
  // Nothing of a new record is in the history yet but its first values.
  if (path.endsWith('/forget')) return { path: { id }, body: { field: 'password' }, isEmpty: true };
  if (path.endsWith('/bulk-actions'))
    return {
      body: { records: { ids: [id] }, do: { action: 'addTag', tag: { type: 'late', value: 'x' } } },
      ...(area === 'registrator-types' && { isEmpty: true }),
    };
  if (path.endsWith('/bulk-import') && bulkKey !== undefined)
    return { body: { [bulkKey]: [await validBody(target.owner, area)] } };
  if (method === 'PUT') return { path: { id }, body: change };
  return { body: await validBody(target.owner, area) };
}

const withBody = ({ method, access }: Route): boolean =>
  (method === 'POST' || method === 'PUT') && access !== 'public';

/** A request to each endpoint that takes a body and needs a sign-in, made from the contract's own list. */
export async function requestsFor(
  target: Target,
  isWanted: (endpoint: Route) => boolean,
): Promise<Request[]> {
  const requests: Request[] = [];
  for (const endpoint of endpoints.filter((each) => withBody(each) && isWanted(each))) {
    const { method, path } = endpoint;
    const make = others[`${method} ${path}`];
    const sent = make ? await make(target) : await uniform(target, endpoint);
    requests.push({
      endpoint,
      body: sent.body,
      isEmpty: sent.isEmpty ?? false,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sent.path?.[name] ?? missing),
    });
  }
  return requests;
}
