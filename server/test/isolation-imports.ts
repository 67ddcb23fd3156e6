import assert from 'node:assert/strict';
import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { type Case, alike, canary, leaksNothing } from './isolation-scene.ts';
import type { Client } from './test-app.ts';

const text = `Email,Password,Comment\n${canary}@example.com,secret-${canary},${canary}\n`;

async function importOf(client: Client): Promise<Import> {
  const {
    status,
    body,
    text: answer,
  } = await client.call<{ data: { import: Import } }>('POST', '/imports', {
    area: 'emails',
    name: `${canary}.csv`,
    text,
  });
  assert.equal(status, 201, answer);
  return body.data.import;
}

const bodies: Readonly<Record<string, unknown>> = {
  'PUT /imports/{id}': { options: { existing: 'skip' } },
  'PUT /imports/{id}/rows/{n}': { cells: { Comment: 'mine' } },
  'POST /imports/{id}/apply': { key: 'somebody-else' },
};

/** Reads, changes, applies or discards another user's import. */
export const importById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { id } = await importOf(victim);
  const before = await victim.call('GET', `/imports/${id}/rows`);
  const target = path.replace('{n}', '1');
  const answer = await alike(scene, path, id, (each) =>
    intruder.call(method, target.replace('{id}', each), bodies[`${method} ${path}`]),
  );
  assert.equal(answer.status, 404, answer.text);
  assert.equal((await victim.call('GET', `/imports/${id}/rows`)).text, before.text);
};

/** Lists one's own imports only. */
export const importsListed: Case = async (scene, { path }) => {
  const theirs = await importOf(scene.victim);
  const { text: listed } = await scene.intruder.call('GET', path);
  // The list names what the intruder's own files name.
  assert.ok(!listed.includes(theirs.id) && !listed.includes(canary));
};

/** A file with the names and ids of another user's records finds none of them. */
export const importNames: Case = async (scene, { path }) => {
  const { victims, intruder } = scene;
  const { emails, domains, servers } = victims;
  const files = [
    ['emails', `Email,Comment\n${String(emails?.['email'])},new`],
    ['domains', `Domain,Server,Comment\n${String(domains?.['domain'])},${String(servers?.['name'])},new`],
    ['domains', `Domain,registratorAccountId\nother.example,${victims['registrator-accounts']?.id ?? ''}`],
  ];
  for (const [area, content] of files) {
    const sent = { area, name: 'names.csv', text: content };
    const {
      body,
      status,
      text: answer,
    } = await intruder.call<{ data: { import: Import } }>('POST', path, sent);
    assert.equal(status, 201, answer);
    const { id, counts } = body.data.import;
    assert.equal((counts?.update ?? 1) + (counts?.same ?? 1), 0, answer);
    leaksNothing(
      scene,
      await intruder.call('GET', `/imports/${id}/rows`),
      path,
      victims['registrator-accounts']?.id,
    );
  }
};
