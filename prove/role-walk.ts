import assert from 'node:assert/strict';
import type { Route } from '@quartermaster/contract/api/route';
import { areaOf, missing } from '../server/test/isolation-scene.ts';
import { callAt } from './operator.ts';
import type { Member, Team } from './team.ts';

export type Failure = { error: { code: string; message: string; details?: object } };

/** Sends requests to the endpoints as one person after another. */
export class RoleWalk {
  readonly #team: Team;
  readonly #url: string;
  readonly #endpoints: readonly Route[];
  readonly #ids: Record<string, string>;
  requests = 0;

  constructor(url: string, team: Team, endpoints: readonly Route[], ids: Record<string, string>) {
    this.#url = url;
    this.#team = team;
    this.#endpoints = endpoints;
    this.#ids = ids;
  }

  /** The path with the id of an existing record, so that a refusal is not about a missing one. */
  #target({ path, ofWorkspace }: Route): string {
    const id = ofWorkspace ? this.#team.workspace : (this.#ids[areaOf({ path })] ?? missing);
    return path.replace('{id}', id).replaceAll(/\{\w+\}/g, missing);
  }

  /** Sends each endpoint several kinds of invalid bodies: it must refuse before it reads them. */
  async refuses(
    who: string,
    { token }: Member,
    endpoints: readonly Route[],
    expected: (endpoint: Route) => { status: number; error: Failure['error'] },
  ): Promise<void> {
    for (const endpoint of endpoints) {
      const { method } = endpoint;
      const bodies = method === 'GET' || method === 'DELETE' ? [undefined] : [{}, '{"a":', '[1]'];
      for (const body of bodies) {
        const answer = await callAt<Failure>(this.#url, method, this.#target(endpoint), body, token, {
          'x-workspace': this.#team.workspace,
        });
        this.requests += 1;
        const what = `${method} ${endpoint.path} as ${who}: ${answer.text}`;
        const { status, error } = expected(endpoint);
        assert.equal(answer.status, status, what);
        assert.deepEqual(answer.body.error, error, what);
      }
    }
  }

  /** Asserts that each endpoint admits the person; an unknown record or a missing body keeps it harmless. */
  async admits(who: string, { call }: Member, endpoints: readonly Route[]): Promise<void> {
    for (const { method, path } of endpoints) {
      // Signing out ends the walk, and who may be removed depends on the person.
      if (path === '/auth/logout' || `${method} ${path}` === 'DELETE /members/{userId}') continue;
      const target = path.replaceAll(/\{\w+\}/g, missing);
      const answer = await call(method, target, method === 'GET' || method === 'DELETE' ? undefined : {});
      this.requests += 1;
      assert.ok(![401, 403, 500, 503].includes(answer.status), `${method} ${path} as ${who}: ${answer.text}`);
    }
  }

  of(test: (endpoint: Route) => boolean): Route[] {
    return this.#endpoints.filter(test);
  }
}
