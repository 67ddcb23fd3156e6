import assert from 'node:assert/strict';
import test from 'node:test';
import { cdnAccount } from '../entities/cdn/cdn.schema.ts';
import { domain } from '../entities/domains/domains.schema.ts';
import { proxy } from '../entities/proxies/proxies.schema.ts';
import { type FilterKinds, isFilterValue } from './filters.ts';

const values = ['a', 'true', 'TRUE', 'ACTIVE', '0', '30', '-1', '1.5', '36500', '36501', '2026-02-28'];
const odd = [
  '2026-02-30',
  '2026-2-3',
  '2026-02-28T10:00',
  ',',
  'a,none',
  'cloudflare',
  'cloudflare, bunny',
  'cloudflare,a',
  Array.from({ length: 20 }, (_, n) => n).join(),
  Array.from({ length: 21 }, (_, n) => n).join(),
  'x'.repeat(2000),
  'x'.repeat(2001),
  'a\0b',
  '\ud800',
];

for (const { path, filters, list } of [domain, proxy, cdnAccount])
  for (const [name, kind] of Object.entries<FilterKinds[string]>(filters))
    test(`${path}: the address accepts the same ${name} as the API`, () => {
      for (const value of [...values, ...odd]) {
        const { success } = list.query.safeParse({ [name]: value });
        assert.equal(isFilterValue(kind, value), success, JSON.stringify(value));
      }
    });
