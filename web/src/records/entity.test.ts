import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withoutGaps } from './entity.ts';

test('a row and what it refers to have lists and maps, whatever the answer lacks', () => {
  const row = {
    id: '1',
    tags: null,
    registratorType: { id: '2', hasApi: true, apiFields: null },
    server: { id: '3', hosting: { id: '4', _count: null } },
    proxy: null,
  };
  const whole: { [K in keyof typeof row]: unknown } = withoutGaps(row);
  assert.deepEqual(whole.tags, []);
  assert.ok(!JSON.stringify([whole.registratorType, whole.server]).includes('null'));
  assert.equal(whole.proxy, null);
});
