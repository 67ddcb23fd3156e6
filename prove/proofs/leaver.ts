import assert from 'node:assert/strict';
import type { Context, Engine } from '../context.ts';
import { endpoints } from '../endpoints.ts';
import { LeaverScene, type Person, tag } from '../leaver-scene.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { readsOf } from '../reads.ts';
import { newTeam } from '../team.ts';
import { Vault, areasWithSecrets } from '../vault.ts';

const rounds = 100;
const roundsElsewhere = 15;

/** A workspace with two records of each kind, one of them in the scope. */
async function newScene(context: Context, url: string, name: string): Promise<LeaverScene> {
  const team = await newTeam(url, name);
  const vault = new Vault(context, team.owner);
  const ids: Record<string, string[]> = {};
  for (const area of areasWithSecrets)
    ids[area] = [await vault.create(area, { tags: [tag] }), await vault.create(area)];
  const paths = await readsOf(url, endpoints, { ids, words: ['mailbox', 'acme'], workspace: team.workspace });
  const scene = new LeaverScene(context, team, vault, paths);
  await scene.refresh();
  return scene;
}

async function work(scene: LeaverScene, people: readonly Person[], times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    for (const person of people) await scene.act(person);
    for (let more = 0; more < 2; more += 1) await scene.meanwhile(people);
  }
}

async function attack(context: Context, engine: Engine) {
  const { url } = await context.start(await context.store(engine));
  const administrator = await registerOperator(url, 'admin@example.com');
  const scene = await newScene(context, url, 'founder');
  const elsewhere = await newScene(context, url, 'elsewhere');
  const people: Person[] = [];
  const alsoThere: Person[] = [];
  for (const [name, role] of [
    ['viewer', 'VIEWER'],
    ['editor', 'EDITOR'],
    ['other', 'EDITOR'],
  ] as const) {
    const someone = await registerOperator(url, `${name}@example.com`);
    const rights = { role, secrets: name !== 'other', scope: name === 'viewer' ? [tag] : [] };
    people.push(await scene.join(url, someone, rights, name === 'editor'));
    alsoThere.push(await elsewhere.join(url, someone, { role, secrets: true, scope: [] }, false));
  }
  await work(scene, people, rounds / 2);
  for (const person of people) await scene.comeBack(person);
  await work(scene, people, rounds / 2);
  await work(elsewhere, alsoThere, roundsElsewhere);
  // One person is removed, one leaves, one account is deleted, each while others are busy.
  const { workspace, remove } = scene.team;
  const leave = [
    (person: Person) => remove(person.member),
    ({ member }: Person) => member.call('DELETE', `/members/${member.userId}`),
    ({ member }: Person) => administrator.call('DELETE', `/installation/accounts/${member.userId}`),
  ];
  for (const [index, person] of people.entries()) {
    await scene.allow(person, { secrets: true, scope: index === 1 ? [] : [tag] });
    await leave[index]?.(person);
    const after = await person.member.call('GET', '/emails');
    assert.ok([401, 404].includes(after.status), `the workspace ${workspace} still answers: ${after.text}`);
    await work(scene, people.slice(index + 1), rounds / 10);
  }
  const figures = { known: 0, changed: 0, requests: scene.requests + elsewhere.requests };
  const checkAll = async (where: LeaverScene, all: readonly Person[]) => {
    for (const person of all) {
      const { known, changed } = await where.check(person);
      figures.known += known;
      figures.changed += changed;
    }
  };
  await checkAll(scene, people);
  await checkAll(elsewhere, alsoThere);
  for (const person of people) await scene.ignoreOne(person);
  await scene.rotateAll();
  for (const person of people) await scene.check(person);
  return figures;
}

export const leaver: Proof = {
  name: 'leaver',
  promise:
    'The report of who left names exactly the secrets that the person saw or typed in, and which of them have another value since.',
  seconds: 600,
  quick: false,
  run: async (context) => {
    const all = { known: 0, changed: 0, requests: 0 };
    for (const engine of context.engines) {
      const { known, changed, requests } = await attack(context, engine);
      all.known += known;
      all.changed += changed;
      all.requests += requests;
    }
    return `${all.known} secrets known after ${all.requests} requests, ${all.changed} of them changed since: all told, and no other`;
  },
};
