import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { daysBetween } from '@quartermaster/contract/rules/calendar';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the example file has 500 made-up domains whose dates cover three years, and its tool writes it anew', () => {
  const file = readFileSync(`${root}examples/domains.csv`, 'utf8');
  const [header, ...lines] = file.trimEnd().split('\n');
  assert.equal(header, 'Domain,Expiration Date,Tags,Comment');
  const rows = lines.map((line) => line.split(','));
  const names = new Set(rows.map(([name = '']) => name));
  assert.equal(names.size, 500);
  for (const name of names) assert.match(name, /^[\p{L}\p{N}-]+\.example$/u);
  const days = rows.map(([, date = '']) => date).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  assert.ok(daysBetween(first, last) > 2.95 * 365 && daysBetween(first, last) < 3 * 365);
  // The first domain expires on the day after that of the file.
  const day = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
  const anew = execFileSync(process.execPath, [`${root}tools/example-domains.js`, day], { encoding: 'utf8' });
  assert.equal(anew, file);
});
