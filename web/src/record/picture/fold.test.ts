import assert from 'node:assert/strict';
import type { Graph, GraphNode } from '@quartermaster/contract/graph/graph.schema';
import { test } from 'vitest';
import { fold } from './fold.ts';

const node = (area: GraphNode['area'], id: string): GraphNode => ({ area, id, name: id, detail: null });
const many = (area: GraphNode['area'], count: number) =>
  Array.from({ length: count }, (_, n) => node(area, `${area}${n}`));
const graphOf = (domains: number): Graph => ({
  nodes: [node('emails', 'box'), node('registrator-accounts', 'account'), ...many('domains', domains)],
  edges: [
    { from: 'account', to: 'box', field: 'emailAccountId' },
    ...many('domains', domains).map(({ id }) => ({ from: id, to: 'account', field: 'registratorAccountId' })),
  ],
  totals: [
    { area: 'emails', total: 1 },
    { area: 'registrator-accounts', total: 1 },
    { area: 'domains', total: domains },
  ],
});
const closed = new Set<never>();
const texts = ({ nodes }: ReturnType<typeof fold>) =>
  nodes.map((each) => (each.is === 'record' ? each.record.name : `${each.is} of ${each.count}`));

test('six of a kind are shown one by one, seven as a group with one edge', () => {
  assert.equal(fold(graphOf(6), { open: closed }).nodes.length, 8);
  const folded = fold(graphOf(7), { open: closed });
  assert.deepEqual(texts(folded), ['box', 'account', 'group of 7']);
  assert.deepEqual(
    folded.edges.map(({ source, target }) => [source, target]),
    [
      ['box', 'account'],
      ['account', 'group domains'],
    ],
  );
});

test('an opened group shows its first thirty, and how many there are besides', () => {
  const opened = fold(graphOf(70), { open: new Set(['domains'] as const) });
  assert.equal(opened.nodes.length, 2 + 30 + 1);
  assert.equal(texts(opened).at(-1), 'rest of 40');
  assert.equal(opened.edges.length, 1 + 30 + 1);
});

test('records that the server cut off are counted', () => {
  const graph = graphOf(7);
  const cut = { ...graph, totals: [{ area: 'domains' as const, total: 5000 }] };
  assert.deepEqual(texts(fold(cut, { open: closed })), ['box', 'account', 'group of 5000']);
});

test('the record itself, and those to be shown apart, are in no group', () => {
  const apart = fold(graphOf(9), { center: 'domains0', open: closed, apart: new Set(['domains1']) });
  assert.deepEqual(texts(apart), ['box', 'account', 'domains0', 'domains1', 'group of 7']);
});

test('what a mailbox can reset is marked in its own picture, alone or in a group', () => {
  const marked = (center: string) =>
    fold(graphOf(2), { center, open: closed })
      .nodes.filter(({ isEndangered }) => isEndangered)
      .map(({ id }) => id);
  assert.deepEqual(marked('box'), ['account']);
  assert.deepEqual(marked('account'), []);
});
