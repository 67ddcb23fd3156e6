import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './log-text.ts';

const at = { level: 30, time: Date.parse('2026-11-28T09:12:33.456Z') };

test('a line of the log is written as time, level and words', () => {
  for (const [fields, text] of [
    [{ msg: 'stopping', signal: 'SIGTERM' }, 'info stopping, signal SIGTERM'],
    [
      { level: 40, msg: 'PROT is not a setting; did you mean PORT?' },
      'warn PROT is not a setting; did you mean PORT?',
    ],
    [
      {
        reqId: '1',
        req: { method: 'GET', path: '/api/health', client: '127.0.0.1' },
        res: { statusCode: 200 },
        responseTime: 2.4,
        msg: 'request completed',
      },
      'info request completed, reqId 1, GET /api/health from 127.0.0.1, status 200, 2 ms',
    ],
    [{ level: 50, error: { name: 'Error', code: 'X' } }, 'error error {"name":"Error","code":"X"}'],
    [{ msg: 'two\nlines\u001b[31m' }, 'info two lines [31m'],
  ] as const)
    assert.equal(textOf(JSON.stringify({ ...at, ...fields })), `2026-11-28T09:12:33Z ${text}\n`);
});
