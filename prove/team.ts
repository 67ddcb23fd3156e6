import assert from 'node:assert/strict';
import type { Role } from '@quartermaster/contract/api/permissions';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { Client } from '../server/test/test-app.ts';
import { callAt, registerOperator } from './operator.ts';

export interface TeamRights {
  role: Role;
  secrets?: boolean;
  scope?: Scope;
}

/** A person working in the team's workspace, whatever their other memberships. */
export interface Member extends Client {
  /** The same session at another server. */
  at: (url: string) => Client['call'];
}

/** The people of a workspace, who joined by invitation. */
export interface Team {
  workspace: string;
  owner: Member;
  /** Any person's client, naming this workspace. */
  within: (person: Client) => Member;
  invite: (person: Client, rights: TeamRights) => Promise<Member>;
  /** Registers a person and invites them. */
  join: (name: string, rights: TeamRights) => Promise<Member>;
  change: (person: Client, rights: Partial<TeamRights>) => Promise<void>;
  remove: (person: Client) => Promise<void>;
}

/** The owner's workspace, on a running server. */
export function teamOf(url: string, founder: Client, workspace: string): Team {
  const within = (person: Client): Member => {
    const at: Member['at'] = (server) => (method, path, body, headers) =>
      callAt(server, method, path, body, person.token, { 'x-workspace': workspace, ...headers });
    return { ...person, at, call: at(url) };
  };
  const owner = within(founder);
  const done = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await owner.call(method, path, body);
    assert.equal(status, 200, text);
  };
  const invite: Team['invite'] = async (person, rights) => {
    const sent = { email: person.email, ...rights };
    const made = await owner.call<{ data: { url: string } }>('POST', '/invitations', sent);
    assert.equal(made.status, 201, made.text);
    const token = made.body.data.url.split('#token=')[1];
    const { status, text } = await person.call('POST', '/invitations/accept', { token });
    assert.equal(status, 200, text);
    return within(person);
  };
  return {
    workspace,
    owner,
    within,
    invite,
    join: async (name, rights) => invite(await registerOperator(url, `${name}@example.com`), rights),
    change: ({ userId }, rights) => done('PUT', `/members/${userId}`, rights),
    remove: ({ userId }) => done('DELETE', `/members/${userId}`),
  };
}

/** Registers a person with this name, in the workspace that they get. */
export async function newTeam(url: string, name: string): Promise<Team> {
  const founder = await registerOperator(url, `${name}@example.com`);
  const { body } = await founder.call<{ data: { workspaces: { id: string }[] } }>('GET', '/workspaces');
  return teamOf(url, founder, body.data.workspaces[0]?.id ?? '');
}
