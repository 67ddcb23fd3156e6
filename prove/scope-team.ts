import assert from 'node:assert/strict';
import { fixtures } from '../server/test/fixtures/all.ts';
import { type Scene, canary, newScene } from '../server/test/isolation-scene.ts';
import { type Body, type RecordBody, createFrom, fixtureOf, nextNumber } from '../server/test/records.ts';
import { scopeTag, within } from '../server/test/scoped-member.ts';
import type { Client } from '../server/test/test-app.ts';
import { newTeam } from './team.ts';

/** The areas whose records a scope hides. */
export const tagged = Object.keys(fixtures).filter((area) => 'tags' in fixtureOf(area).valid(0));

/** A mailbox has one account of each kind, so hidden accounts need their own mailboxes. */
export const oneForEachMailbox = ['cdn', 'registrator-accounts'];

/** Two tags, so that a record can lose one of them. */
export const scope = [scopeTag, { type: 'client', value: 'beta' }];

export type Scoped = ReturnType<typeof within>;

/** A workspace in which members with a scope see one record of each area, and none that refers to it. */
export interface ScopeTeam {
  owner: Client;
  editor: Scoped;
  viewer: Scoped;
  /** The records outside the scope. */
  scene: Scene;
  /** By area: a record in the scope that refers only to others in the scope. */
  inside: Record<string, RecordBody>;
  /** Creates a record outside the scope that refers to those inside. */
  hide: (area: string) => Promise<{ id: string; sent: Body }>;
  /** The number of requests that the members sent. */
  requests: () => number;
}

const referencesOf = (area: string) => {
  const { needs, may } = fixtureOf(area);
  return Object.entries({ ...needs, ...may });
};

export async function newScopeTeam(url: string): Promise<ScopeTeam> {
  const { owner, join } = await newTeam(url, 'founder');
  let requests = 0;
  /** No answer to a member may contain the word in every hidden record. */
  const watched = (client: Client): Client => {
    const call: Client['call'] = async (method, path, ...rest) => {
      requests += 1;
      const answer = await client.call<never>(method, path, ...rest);
      assert.ok(!answer.text.includes(canary), `${method} ${path} shows a hidden record: ${answer.text}`);
      return answer;
    };
    return { ...client, call };
  };
  const member = async (role: 'EDITOR' | 'VIEWER') =>
    within(watched(await join(role.toLowerCase(), { role, scope, secrets: true })), owner, scopeTag);
  const [editor, viewer] = [await member('EDITOR'), await member('VIEWER')];

  const inside: Record<string, RecordBody> = {};
  const ids = async (area: string) => {
    const found: Record<string, string> = {};
    for (const [field, to] of referencesOf(area)) found[field] = (await insideOf(to)).id;
    return found;
  };
  const insideOf = async (area: string): Promise<RecordBody> => {
    const body = { ...fixtureOf(area).valid(nextNumber()), ...(await ids(area)) };
    return (inside[area] ??= await createFrom(owner, area, {
      ...body,
      ...(tagged.includes(area) && { tags: [scopeTag], comment: 'inside' }),
    }));
  };
  for (const area of Object.keys(fixtures)) await insideOf(area);

  const hide = async (area: string) => {
    const sent: Body = { ...fixtureOf(area).valid(nextNumber()), ...(await ids(area)) };
    if (oneForEachMailbox.includes(area))
      sent['emailAccountId'] = (
        await createFrom(owner, 'emails', fixtureOf('emails').valid(nextNumber()))
      ).id;
    const hidden = { comment: `${canary} comment`, tags: [{ type: canary, value: canary }] };
    return { id: (await createFrom(owner, area, { ...sent, ...hidden })).id, sent };
  };
  return {
    owner,
    editor,
    viewer,
    inside,
    hide,
    scene: await newScene(owner, editor, tagged),
    requests: () => requests,
  };
}

/** The areas that other records refer to. */
export const referredTo = tagged.filter((area) =>
  tagged.some((from) => referencesOf(from).some(([, to]) => to === area)),
);
