import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Origins } from './origins.ts';

type Write = ConstructorParameters<typeof Origins>[0][number];

/** A write of a password in a batch of its own; `undoOf` is the number of the write that it undid. */
const write = (
  n: number,
  { undoOf, ...more }: Partial<Omit<Write, 'undoOf'>> & { undoOf?: number } = {},
) => ({
  path: 'password',
  changeId: `change ${String(n).padStart(5, '0')}`,
  at: n,
  batchId: `batch ${n}`,
  kind: undoOf === undefined ? 'edit' : 'undo',
  undoOf: undoOf === undefined ? null : `batch ${undoOf}`,
  action: 'update',
  wasSet: true,
  isSet: true,
  ...more,
});
const idOf = (n: number) => write(n).changeId;

test('an undo brings back the origin from before the act, a redo that of the act', () => {
  const origins = new Origins([write(0), write(1), write(2, { undoOf: 1 }), write(3, { undoOf: 2 })]);
  const after = [0, 1, 2, 3].map((n) => origins.after('password', idOf(n)));
  assert.equal(after[2], after[0]);
  assert.equal(after[3], after[1]);
  assert.notEqual(after[0], after[1]);
  assert.equal(origins.before('password', idOf(2)), after[1]);
  assert.equal(origins.now('password'), after[3]);
});

test('what was there before the first write has an origin of its own, also after a deletion', () => {
  const restored = write(2, { kind: 'restore', action: 'create', wasSet: false });
  const origins = new Origins([write(0), write(1, { undoOf: 0 }), restored]);
  const first = origins.before('password', idOf(0));
  assert.equal(origins.after('password', idOf(1)), first);
  assert.equal(origins.now('password'), first);
  assert.equal(origins.now('sshKey'), first, 'a secret that was never written');
});

test('a cleared secret has none, and an undo whose act is unknown one of its own', () => {
  const cleared = new Origins([write(0), write(1, { isSet: false })]);
  assert.equal(cleared.now('password'), undefined);
  const unknown = new Origins([write(0), write(1), write(2, { undoOf: 7 })]);
  const seen = [0, 1, 2].map((n) => unknown.after('password', idOf(n)));
  assert.equal(new Set(seen).size, 3);
});

test('a secret that was undone and redone ten thousand times has the right origin', () => {
  const writes = Array.from({ length: 10_000 }, (_, n) => write(n, n === 0 ? {} : { undoOf: n - 1 }));
  const origins = new Origins(writes);
  assert.equal(origins.now('password'), origins.after('password', idOf(1)));
});
