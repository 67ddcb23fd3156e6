import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newestActivity } from './newest-activity.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

test('the ten newest activities of all entities are listed, newest first, each with a subtitle', () => {
  const items = newestActivity({
    recentEmails: [1, 4, 7, 10].map((m) => ({ id: `e${m}`, email: `e${m}@example.com`, createdAt: at(m) })),
    recentDomains: [2, 5, 8, 11].map((m) => ({
      id: `d${m}`,
      domain: `d${m}.com`,
      status: 'ACTIVE' as const,
      createdAt: at(m),
    })),
    recentServers: [3, 6, 9, 12].map((m) => ({
      id: `s${m}`,
      name: `s${m}`,
      ip: m > 6 ? '10.0.0.1' : null,
      createdAt: at(m),
    })),
  });
  assert.deepEqual(
    items.map(({ id }) => id),
    ['s12', 'd11', 'e10', 's9', 'd8', 'e7', 's6', 'd5', 'e4', 's3'],
  );
  assert.deepEqual(
    items.slice(0, 7).map(({ subtitle }) => subtitle),
    [
      'IP: 10.0.0.1',
      'Status: ACTIVE',
      'Email Account',
      'IP: 10.0.0.1',
      'Status: ACTIVE',
      'Email Account',
      'No IP assigned',
    ],
  );
});

test('without records nothing is listed', () => {
  assert.deepEqual(newestActivity({ recentEmails: [], recentDomains: [], recentServers: [] }), []);
});
