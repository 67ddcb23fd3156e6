import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { kinds } from '@quartermaster/contract/entities/kinds';
import { test } from 'vitest';
import { bulkFields, bulkValue } from './bulk-fields.ts';

const of = (...bulk: string[]) => bulkFields({ ...client.domains, filters: { autoRenew: 'flag' }, bulk });

test('labels follow from the names of fields', () => {
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const labels = names.flatMap((name) => bulkFields(client[name]).map(({ label }) => label));
  assert.deepEqual([...new Set(labels)].sort(), [
    'CDN account',
    'auto renew',
    'country',
    'expiration date',
    'hosting',
    'proxy',
    'registrator account',
    'server',
    'status',
  ]);
});

test('a flag always has a value, one of two', () => {
  const [field] = of('autoRenew');
  assert.ok(field);
  assert.equal(field.label, 'auto renew');
  assert.equal(field.emptyLabel, undefined);
  assert.deepEqual(
    field.choices?.map(({ value, label }) => [label, bulkValue(field, value)]),
    [
      ['Yes', true],
      ['No', false],
    ],
  );
});

test('a choice that is no filter always has a value, one of its words', () => {
  const [field] = bulkFields({ ...client.domains, bulk: ['autoRenew'] });
  assert.ok(field);
  assert.equal(field.emptyLabel, undefined);
  assert.deepEqual(
    field.choices?.map(({ label, value }) => [label, bulkValue(field, value)]),
    [
      ['Yes', 'YES'],
      ['No', 'NO'],
      ['Unknown', 'UNKNOWN'],
    ],
  );
});
