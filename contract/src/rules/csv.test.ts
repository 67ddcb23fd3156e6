import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsCell } from './cells.ts';
import { toCsv } from './csv.ts';

const columns = { Text: 'text', Count: 'count' };
const line = (text: string | null, count = 1) =>
  toCsv(columns, [{ text, count }]).split('\r\n').slice(1).join('\r\n');

test('a file begins with a byte order mark, and without rows has its heading', () => {
  assert.equal(toCsv(columns, []), '\ufeffText,Count\r\n');
});

test('commas, quotes and line breaks are quoted (RFC 4180)', () => {
  assert.equal(line('plain'), 'plain,1\r\n');
  assert.equal(line(null), ',1\r\n');
  assert.equal(line('a,b'), '"a,b",1\r\n');
  assert.equal(line('say "hi"'), '"say ""hi""",1\r\n');
  assert.equal(line('two\nlines'), '"two\nlines",1\r\n');
});

test('no text is a formula, and numbers stay numbers', () => {
  for (const start of ['=', '+', '-', '@', '\t']) assert.equal(line(`${start}x`), `'${start}x,1\r\n`);
  assert.equal(line('\rx'), '"\'\rx",1\r\n');
  assert.equal(line('a=b', -5), 'a=b,-5\r\n');
  assert.equal(line('x;=HYPERLINK(1)|+2'), "x;'=HYPERLINK(1)|'+2,1\r\n");
  assert.equal(line('a, \u200b@b\n-c'), '"a, \u200b\'@b\n\'-c",1\r\n');
  assert.equal(line('＝1+1'), "'＝1+1,1\r\n");
  assert.equal(line(' "=1'), '" ""\'=1",1\r\n');
});

test('tags share one cell', () => {
  assert.equal(
    tagsCell({
      tags: [
        { type: 'env', value: 'prod' },
        { type: 'client', value: 'Acme' },
      ],
    }),
    'env:prod; client:Acme',
  );
});
