import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shortenedJson } from '../../lib/shortened-json.ts';
import { listed } from './outcome.ts';
import { readRdapAnswer } from './rdap-answer.ts';
import { readWhoisAnswer } from './whois-answer.ts';

/** The most that is read of an answer. */
const bytes = 1024 * 1024;
const filling = (part: string, between = ',') =>
  Array.from({ length: Math.floor((bytes - 500) / (part.length + 1)) }, () => part).join(between);

/** The processor time of reading an answer; the least of three, since the first compiles. */
function costOf(read: () => unknown): number {
  const costs = [0, 0, 0].map(() => {
    const began = process.cpuUsage();
    read();
    return process.cpuUsage(began).user / 1000;
  });
  return Math.min(...costs);
}
const mostMs = 50;

describe('an RDAP answer of 1 MB', () => {
  const expiration = '{"eventAction":"expiration","eventDate":"2031-01-31T00:00:00Z"}';
  const parts: Record<string, string> = {
    events: `"events":[${expiration},${filling('0')}]`,
    entities: `"events":[${expiration}],"entities":[${filling('{}')}]`,
    roles: `"events":[${expiration}],"entities":[{"roles":[${filling('"a"')}]}]`,
    vcard: `"events":[${expiration}],"entities":[{"roles":["registrar"],"vcardArray":["vcard",[${filling('[]')}]]}]`,
    property: `"events":[${expiration}],"entities":[{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text","R",${filling('0')}]]]}]`,
    nameservers: `"events":[${expiration}],"nameservers":[${filling('{"ldhName":"a.example"}')}]`,
    status: `"events":[${expiration}],"status":[${filling('"a"')}]`,
    links: `"events":[${expiration}],"links":[${filling(`${'['.repeat(30)}${']'.repeat(30)}`)}]`,
    variants: `"events":[${expiration}],"variants":${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
    members: `"events":[${expiration}],${Array.from({ length: 80_000 }, (_, at) => `"k${at}":0`).join()}`,
    quotes: `"events":[${expiration}],"status":["${filling('\\"', '')}"]`,
  };
  for (const [part, json] of Object.entries(parts))
    test(`is read as far as it matters, whatever its ${part} are`, () => {
      const body = `{"objectClassName":"domain","ldhName":"shop.example",${json}}`;
      const read = () => readRdapAnswer(body, 'shop.example');
      const answer = read();
      assert.ok(typeof answer !== 'string', String(answer));
      const date = answer.values.find(({ field }) => field === 'expirationDate')?.value;
      assert.equal(date, '2031-01-31T00:00:00.000Z');
      const cost = costOf(read);
      assert.ok(cost < mostMs, `${cost} ms`);
    });
});

test('a WHOIS answer of 1 MB is read as far as it matters, whatever its lines are', () => {
  const head = 'Domain Name: SHOP.EXAMPLE\nRegistry Expiry Date: 2031-01-31T00:00:00Z\n';
  for (const line of [
    '',
    ':',
    'Name Server: a.example',
    'Status: clientHoldHold',
    'query limi',
    ' '.repeat(1900),
  ])
    for (const end of ['\n', '\r']) {
      const text = head + filling(line, end);
      const answer = readWhoisAnswer(text, 'shop.example');
      assert.ok(typeof answer !== 'string' && answer.state === 'ok', `${line}: ${String(answer)}`);
      const cost = costOf(() => readWhoisAnswer(text, 'shop.example'));
      assert.ok(cost < mostMs, `${line}: ${cost} ms`);
    }
});

test('JSON is shortened to lists of so many elements, and what remains is as it was', () => {
  const shortened = (text: string) => JSON.parse(shortenedJson(text, 3)) as unknown;
  assert.deepEqual(shortened('[1,2,3,4,[5],6]'), [1, 2, 3]);
  assert.deepEqual(shortened('{"a":[1,2,3,"]",5],"b":"x,\\"]}","c":{"d":[[]]}}'), {
    a: [1, 2, 3],
    b: 'x,"]}',
    c: { d: [[]] },
  });
  assert.deepEqual(shortened('{"a":1,"b":2,"c":3,"d":4}'), { a: 1, b: 2, c: 3 });
  assert.deepEqual(shortened(' "\\\\" '), '\\');
  const deep = shortened(`{"a":${'['.repeat(100)}${']'.repeat(100)},"b":1}`) as { a: unknown; b: number };
  assert.equal(deep.b, 1);
  assert.equal(JSON.stringify(deep.a).replaceAll(/[[\]]/g, ''), 'null');
  for (const broken of ['[1,2,3,4', '[', '{"a":"', '[1,2,3,4}', ']'])
    assert.throws(() => shortened(broken === '[1,2,3,4}' ? '[1,2}' : broken), SyntaxError);
});

test('a list has 4 KB at most as a fact, and says that it was cut', () => {
  const names = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `${'x'.repeat(length)}${String(at).padStart(3, '0')}`);
  assert.equal(listed(names(200, 1)).length, 200);
  for (const long of [listed(names(201, 1)), listed(names(50, 400)), listed(names(200, 40))]) {
    assert.equal(long.at(-1), '… and more');
    assert.ok(Buffer.byteLength(JSON.stringify(long)) <= 4096);
  }
  assert.ok(
    Buffer.byteLength(JSON.stringify(listed(names(40, 1).map((name) => name + 'ü'.repeat(400))))) <= 4096,
  );
});
