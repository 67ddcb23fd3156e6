import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleChange } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { standingChanges } from './standing-changes.ts';

type Value = string | boolean | string[] | null;

/** Which of the changes between these values stand, by what they changed to. */
const standing = (what: RuleChange, values: readonly Value[]): Value[] =>
  standingChanges(
    what,
    values.slice(1).map((after, at) => ({ before: values[at] ?? null, after })),
  ).map(({ after }) => after);

test('a change stands until a former value is back, and the way back is none', () => {
  const [a, b, c] = [['a'], ['b'], ['c']];
  const cases: [values: Value[], stand: Value[]][] = [
    [[a, b], [b]],
    [
      [a, b, c],
      [b, c],
    ],
    [[a, b, a], []],
    [[a, b, c, a], []],
    [[a, b, c, b], [b]],
    [[a, b, a, b], [b]],
    [[null, a], [a]],
  ];
  for (const [values, stand] of cases)
    assert.deepEqual(standing('nameServers', values), stand, JSON.stringify(values));
});

test('only a lock that goes, DNSSEC that ends and a hold that appears are told, in the spellings of RDAP and WHOIS', () => {
  const locked = ['ok', 'clientTransferProhibited https://icann.org/epp#clientTransferProhibited'];
  const cases: [what: RuleChange, values: Value[], stand: number][] = [
    ['transferLock', [locked, ['ok']], 1],
    ['transferLock', [['server transfer prohibited'], ['client transfer prohibited']], 0],
    ['transferLock', [['ok'], locked, ['ok']], 1],
    ['transferLock', [locked, ['ok'], locked], 0],
    ['transferLock', [null, ['ok']], 0],
    ['dnssec', [true, false], 1],
    ['dnssec', [true, null], 1],
    ['dnssec', [null, false], 0],
    ['dnssec', [false, true, false], 1],
    ['hold', [['ok'], ['clienthold']], 1],
    ['hold', [['ok'], ['serverHold https://icann.org/epp#serverHold']], 1],
    ['hold', [['client hold'], ['client hold', 'server hold']], 1],
    ['hold', [['client hold'], ['ok']], 0],
    ['hold', [['ok'], ['client hold'], ['ok']], 0],
    ['hold', [['ok'], ['holder verified']], 0],
    ['registrar', ['GoDaddy.com, LLC', 'GODADDY.COM LLC'], 0],
    ['registrar', ['Namecheap', 'Namecheap 2'], 1],
    ['registrar', [null, 'Gandi'], 1],
  ];
  for (const [what, values, stand] of cases)
    assert.equal(standing(what, values).length, stand, `${what} ${JSON.stringify(values)}`);
});
