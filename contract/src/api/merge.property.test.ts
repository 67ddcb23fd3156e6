import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { cdnAccount } from '../entities/cdn/cdn.schema.ts';
import { server } from '../entities/servers/servers.schema.ts';
import { type Values, same } from '../rules/same.ts';
import { type Tag, tagKey } from '../rules/tags.ts';
import { merge } from './merge.ts';

const fields = { ...server.fields, ...cdnAccount.fields };

/** Few values, so that people often change the same thing, and often in the same way. */
const word = fc.constantFrom('', 'a', 'b', 'c');
const tags = fc.uniqueArray(
  fc.record({ type: fc.constantFrom('t', 'u'), value: fc.constantFrom('a', 'b', 'c') }),
  { selector: tagKey, maxLength: 4 },
);
const credentials = fc.dictionary(fc.constantFrom('key', 'secret', 'zone'), fc.constantFrom('a', 'b', 'c'), {
  noNullPrototype: true,
});
const users = fc.uniqueArray(
  fc.record({
    username: fc.constantFrom('root', 'deploy', 'backup'),
    password: fc.constantFrom('a', 'b'),
    isDefault: fc.boolean(),
  }),
  { selector: ({ username }) => username },
);
const records = fc.record({
  comment: word,
  status: word,
  provider: fc.constantFrom('p', 'q'),
  password: word,
  isGoogleLogin: fc.boolean(),
  apiCredentials: credentials,
  tags,
  users,
});
type Sides = [before: Values, mine: Values, theirs: Values];
const sides = fc.tuple(records, records, records) as fc.Arbitrary<Sides>;

const check = (predicate: (...sides: Sides) => void) =>
  fc.assert(
    fc.property(sides, (each) => predicate(...each)),
    { numRuns: 400 },
  );

/** Tags are a set. */
const asSet = (record: Values): Values => ({
  ...record,
  tags: (record['tags'] as Tag[]).map(tagKey).sort(),
  users: (record['users'] as Values[]).toSorted((one, other) =>
    String(one['username']).localeCompare(String(other['username'])),
  ),
});
const expectSame = (one: Values, other: Values) => assert.ok(same(asSet(one), asSet(other)));

test('what nobody else has changed is as typed here', () => {
  check((before, mine) => {
    const { body, contests } = merge(fields, before, mine, before);
    expectSame(body, mine);
    assert.deepEqual(contests, []);
  });
});

test('what nobody has changed here is as stored', () => {
  check((before, _, theirs) => {
    const { body, contests } = merge(fields, before, before, theirs);
    expectSame(body, theirs);
    assert.deepEqual(contests, []);
  });
});

test('what both changed in the same way is no contest', () => {
  check((before, mine) => {
    const { body, contests } = merge(fields, before, mine, mine);
    expectSame(body, mine);
    assert.deepEqual(contests, []);
  });
});

/** The changed parts of a side: each field, and each element of a map or list by its name. */
function partsOf(record: Values): Map<string, unknown> {
  const { apiCredentials, tags: list, users: people, ...fields } = record;
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(apiCredentials as Values).map(
      ([name, value]) => [`apiCredentials.${name}`, value] as const,
    ),
    ...(list as Tag[]).map((tag) => [`tags.${tagKey(tag)}`, true] as const),
    ...(people as Values[]).flatMap(({ username, ...rest }) =>
      Object.entries(rest).map(([name, value]) => [`users.${String(username)}.${name}`, value] as const),
    ),
  ]);
}

/** Whether a part belongs to a field that is contested as a whole. */
const isContested = (
  body: Values,
  contests: readonly { names: readonly string[] }[],
  part: string,
): boolean =>
  contests.some(({ names }) =>
    names.some((name) => {
      const [list, index, field] = name.split('.');
      const user = list === 'users' ? (body['users'] as Values[])[Number(index)] : undefined;
      const named = user ? `users.${String(user['username'])}.${field}` : name;
      return part === named || part.startsWith(`${named}.`);
    }),
  );

test('no change of either is lost: it is in the result, or offered as a contest', () => {
  check((before, mine, theirs) => {
    const { body, contests } = merge(fields, before, mine, theirs);
    const [was, here, there, result] = [before, mine, theirs, body].map(partsOf) as [
      Map<string, unknown>,
      Map<string, unknown>,
      Map<string, unknown>,
      Map<string, unknown>,
    ];
    for (const side of [here, there])
      for (const part of new Set([...was.keys(), ...side.keys()])) {
        if (same(side.get(part), was.get(part)) || same(result.get(part), side.get(part))) continue;
        // A user removed by one person and changed by the other stays.
        const isKept = part.startsWith('users.') && !side.has(part);
        assert.ok(isKept || isContested(body, contests, part), part);
      }
  });
});

test('a contest offers both values, of which the result has the one typed here', () => {
  check((before, mine, theirs) => {
    for (const { names, now, yours } of merge(fields, before, mine, theirs).contests) {
      assert.deepEqual(Object.keys(now), [...names]);
      assert.ok(!same(now, yours));
    }
  });
});
