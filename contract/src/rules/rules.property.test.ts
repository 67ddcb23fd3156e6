import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { apiFieldErrors, filledCredentials, namesSet, readApiFields } from './credentials.ts';
import { isDomainName, toAsciiDomain } from './domain-name.ts';
import { checkedStatus, dayMs, domainStatuses } from './expiry.ts';
import { hostAndPort, isIpAddress, isIpv4 } from './ip-address.ts';
import { shortened } from './limits.ts';
import { sshCommand } from './ssh-command.ts';
import { joinTags, splitTag, tagElements, tagErrors } from './tags.ts';

const holds = <T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  predicate: (...values: T) => void,
) => fc.assert(fc.property(...arbitraries, predicate), { numRuns: 1000 });

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'aZ9.-_:,%2C5 \t@/ß漢\u0301\u200d') }),
);
const hosts = fc.oneof(
  text,
  fc.domain(),
  fc.tuple(text, fc.domain()).map((parts) => parts.join('.')),
);

describe('domain names', () => {
  test('have one form, which stays as it is', () => {
    holds([hosts], (host) => {
      const ascii = toAsciiDomain(host);
      assert.equal(toAsciiDomain(ascii), ascii);
      assert.equal(toAsciiDomain(` ${host}\t`), ascii);
    });
  });

  test('that are accepted can be stored and looked up', () => {
    holds([hosts], (host) => {
      const ascii = toAsciiDomain(host);
      if (!isDomainName(ascii)) return;
      assert.match(ascii, /^[a-z0-9.-]{3,255}$/);
      for (const label of ascii.split('.')) assert.ok(label.length <= 63 && !/^-|-$|^$/.test(label), ascii);
    });
    holds([fc.domain()], (domain) => assert.ok(isDomainName(toAsciiDomain(domain)), domain));
  });
});

describe('IP addresses', () => {
  test('are those that URLs know, in the form that URLs use', () => {
    holds([fc.ipV4()], (ip) => assert.ok(isIpv4(ip) && isIpAddress(ip)));
    const parts = fc.array(
      fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '0x7f', '01', '１', '-1', ' 1', '1e2')),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    holds([parts], (numbers) => {
      const ip = numbers.join('.');
      if (isIpv4(ip)) assert.equal(new URL(`http://${hostAndPort(ip, 81)}/`).host, `${ip}:81`);
      else
        assert.ok(
          numbers.length !== 4 ||
            numbers.some(
              (number) => !/^\d+$/.test(number) || String(Number(number)) !== number || Number(number) > 255,
            ),
          ip,
        );
    });
  });

  test('of version 6 have eight groups', () => {
    const group = fc.stringMatching(/^[0-9a-fA-F]{0,5}$/);
    holds([fc.array(group, { minLength: 1, maxLength: 10 })], (groups) => {
      const isWhole = groups.length === 8 && groups.every(({ length }) => length > 0 && length < 5);
      assert.equal(isIpAddress(groups.join(':')), isWhole);
      if (isWhole) assert.ok(URL.canParse(`http://${hostAndPort(groups.join(':'), 81)}`));
    });
  });
});

describe('tags', () => {
  test('of a filter are the same after they were written and read', () => {
    const elements = text.map((element) => element.trim().normalize()).filter((element) => element !== '');
    holds([fc.uniqueArray(elements)], (list) => assert.deepEqual(tagElements(joinTags(list)), list));
    holds([text], (filter) => {
      const list = tagElements(filter);
      const stored = list.filter((element) => element === element.trim());
      assert.deepEqual(tagElements(joinTags(stored)), stored);
    });
  });

  test('that can be added stay as they are when they are read again', () => {
    holds([text, text], (type, value) => {
      const tag = splitTag({ type, value });
      assert.deepEqual([tag.type, tag.value], [tag.type.trim(), tag.value.trim()]);
      if (Object.keys(tagErrors(tag, [])).length > 0) return;
      assert.deepEqual(splitTag(tag), tag);
      assert.deepEqual(Object.keys(tagErrors(tag, [tag])), ['list']);
    });
  });
});

describe('credentials', () => {
  const names = fc.oneof(fc.constantFrom('apiKey', 'constructor', 'toString'), fc.string({ minLength: 1 }));
  test('without blank ones have none left', () => {
    holds([fc.dictionary(names, fc.option(fc.oneof(text, fc.constantFrom('', ' ', '\t'))))], (values) => {
      const filled = filledCredentials(values);
      assert.deepEqual(filledCredentials(filled), filled);
      assert.deepEqual(namesSet(filled), Object.keys(filled));
      for (const [name, value] of Object.entries(values))
        assert.equal(Object.hasOwn(filled, name), (value ?? '').trim() !== '', name);
    });
  });

  test('are described by fields that stay as they are when they are stored again', () => {
    const field = fc.record(
      {
        label: fc.oneof(text, fc.constant(1)),
        type: fc.constantFrom('string', 'text', 'password', 'email', 'url', 'other'),
        required: fc.oneof(fc.boolean(), fc.constant('yes')),
        placeholder: fc.option(text),
        description: text,
      },
      { requiredKeys: ['type'] },
    );
    holds([fc.dictionary(names, fc.oneof(field, fc.anything()))], (fields) => {
      if (Object.keys(apiFieldErrors(fields)).length > 0) return;
      const read = readApiFields(fields);
      assert.deepEqual(Object.keys(read), Object.keys(fields));
      assert.deepEqual(apiFieldErrors(read), {});
      assert.deepEqual(readApiFields({ ...read }), read);
    });
  });
});

test('an SSH command has no character with a meaning in a shell', () => {
  const names = fc.oneof(text, fc.constantFrom('$(id)', '-oProxyCommand=x', 'a;b', '`a`', '--', 'root'));
  holds([names, names, fc.boolean()], (name, username, hasKey) => {
    const user = { username, sshKey: hasKey ? 'key' : null };
    const command = sshCommand({ name, ip: '192.0.2.1' }, user);
    if (command !== null)
      assert.match(
        command,
        /^ssh( -i ~\/\.ssh\/[a-z0-9._]([a-z0-9._-]*[a-z0-9._])?)? [\w.][\w.@+-]*@192\.0\.2\.1$/,
      );
  });
});

test('a status checked twice at one time is the same, and follows the date alone', () => {
  const times = fc.option(fc.integer({ min: -100 * dayMs, max: 100 * dayMs }));
  holds([fc.constantFrom(...domainStatuses), times, fc.nat(dayMs)], (status, date, now) => {
    const checked = checkedStatus(status, date, now);
    assert.equal(checkedStatus(checked, date, now), checked);
    if (date !== null && status !== 'BLOCKED' && status !== 'TRANSFERRED')
      assert.equal(checked, checkedStatus('ACTIVE', date, now));
    else assert.equal(checked, status);
  });
});

test('a shortened text is as long as allowed, and whole characters', () => {
  holds([fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 })], (value, max) => {
    const short = shortened(value, max);
    assert.ok(short.length <= max && short.isWellFormed());
    if (value.length <= max) assert.equal(short, value);
  });
});
