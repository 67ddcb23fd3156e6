import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRdapAnswer } from './rdap-answer.ts';
import { registrableName } from './registrable-name.ts';
import { longestStopMs } from '../../jobs/buckets.ts';
import { retryAfter } from '../../net/retry-after.ts';
import { hostAndPort, subjectsOf } from './subjects.ts';
import { readWhoisAnswer } from './whois-answer.ts';
import { whoisDate } from './whois-date.ts';

describe('what is looked up', () => {
  test('is the name in the ICANN section of the public suffix list', () => {
    const names: Record<string, string | null> = {
      'example.com': 'example.com',
      'a.b.example.co.uk': 'example.co.uk',
      'example.test': 'example.test',
      'xn--bcher-kva.example': 'xn--bcher-kva.example',
      'github.io': 'github.io',
      'page.github.io': null,
      'deep.page.github.io': null,
      'co.uk': null,
    };
    for (const [name, expected] of Object.entries(names))
      assert.equal(registrableName(name, new Map()), expected, name);
  });

  test('is the name in a zone that has a server of its own, whatever the public suffix list says', () => {
    const named = new Map([
      ['k12.ca.us', '192.0.2.1'],
      ['sch.uk', '192.0.2.1'],
    ]);
    const names: Record<string, string | null> = {
      'www.example.gov.wales': 'example.gov.wales',
      'example.gov.scot': 'example.gov.scot',
      'www.shop.com.de': 'shop.com.de',
      'a.b.us.com': 'b.us.com',
      'us.com': 'us.com',
      'gov.wales': 'gov.wales',
      'www.web.com': 'web.com',
      'page.service.gov.uk': null,
      'www.school.k12.ca.us': 'school.k12.ca.us',
      'www.school.county.sch.uk': 'school.county.sch.uk',
      'x.constructor': 'x.constructor',
    };
    for (const [name, expected] of Object.entries(names))
      assert.equal(registrableName(name, named), expected, name);
  });

  test('are hosts at port 443, and panels at the port of their address', () => {
    const tls = (area: 'domains' | 'servers', asked: string | null) =>
      subjectsOf(area, asked, new Map()).flatMap(({ kind, subject }) => (kind === 'tls' ? [subject] : []));
    assert.deepEqual(tls('domains', 'example.com'), ['example.com:443', 'www.example.com:443']);
    assert.deepEqual(tls('domains', 'www.example.com'), ['www.example.com:443']);
    assert.deepEqual(tls('servers', 'https://Panel.example.com/x'), ['panel.example.com:443']);
    assert.deepEqual(tls('servers', 'https://[2001:db8::1]:8443'), ['[2001:db8::1]:8443']);
    assert.deepEqual(tls('servers', 'http://panel.example.com'), []);
    assert.deepEqual(tls('servers', null), []);
    assert.deepEqual(hostAndPort('[2001:db8::1]:8443'), { host: '2001:db8::1', port: 8443 });
  });
});

describe('an RDAP answer', () => {
  const domain = { objectClassName: 'domain', ldhName: 'example.com' };
  const read = (more: object) => readRdapAnswer(JSON.stringify({ ...domain, ...more }), 'example.com');
  const event = (eventAction: string, eventDate: unknown) => ({ eventAction, eventDate });

  test('gives the expiration, not that of the registrar, and skips what is malformed', () => {
    const events = [
      event('registrar expiration', '2027-01-01T00:00:00Z'),
      'no event',
      event('expiration', '2028-02-03T04:05:06+02:00'),
      event('last changed', 'yesterday'),
    ];
    assert.deepEqual(read({ events, status: ['Active', 7], nameservers: null, entities: [{ roles: 'x' }] }), {
      state: 'ok',
      values: [
        { field: 'expirationDate', value: '2028-02-03T02:05:06.000Z' },
        { field: 'statuses', value: ['active'] },
      ],
      unreadable: ['last changed'],
    });
    const answer = read({ events: events.slice(0, 2) });
    assert.equal(typeof answer === 'string' ? answer : answer.state, 'unpublished');
  });

  test('gives texts in one line that databases store, and no longer than is of use', () => {
    const registrar = (name: string) => [
      { roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', name]]] },
    ];
    const texts: [name: string, fact: string][] = [
      ['A\u0000B', 'A B'],
      [' A\r\nB\u001b ', 'A B'],
      ['A\ud800B', 'A\ufffdB'],
      ['x'.repeat(100_000), `${'x'.repeat(499)}…`],
    ];
    for (const [name, value] of texts) {
      const answer = read({
        entities: registrar(name),
        status: [name, '\u0000'],
        nameservers: [{ ldhName: name }],
      });
      const values = typeof answer === 'string' ? [] : answer.values;
      const short = value.length < 500 ? [value.toLowerCase()] : [];
      assert.deepEqual(values, [
        { field: 'registrar', value },
        { field: 'statuses', value: short },
        ...short.map((each) => ({ field: 'nameServers', value: [each] })),
      ]);
    }
  });

  test('says whether the delegation is signed, by its keys where nothing else does', () => {
    const keys = [{ algorithm: 8, flags: 257, protocol: 3, publicKey: 'AwEAAc' }];
    const signed: [secureDNS: unknown, value: boolean | undefined][] = [
      [{ keyData: keys }, true],
      [{ dsData: [{ keyTag: 1 }], zoneSigned: true }, true],
      [{ delegationSigned: false, keyData: keys }, false],
      [{ delegationSigned: true }, true],
      [{ dsData: [], keyData: [] }, undefined],
      [{ maxSigLife: 1 }, undefined],
      ['yes', undefined],
      [undefined, undefined],
    ];
    for (const [secureDNS, value] of signed) {
      const answer = read({ secureDNS });
      const values = typeof answer === 'string' ? [] : answer.values;
      assert.equal(values.find(({ field }) => field === 'dnssec')?.value, value, JSON.stringify(secureDNS));
    }
  });

  test('names the registrar, by its contacts where it has no name of its own', () => {
    const card = (...properties: [name: string, value: unknown][]) => ({
      vcardArray: ['vcard', properties.map(([name, value]) => [name, {}, 'text', value])],
    });
    const contact = { roles: ['abuse'], ...card(['fn', 'Other Ltd']) };
    const registrars: [entity: object, name: string | undefined][] = [
      [{ handle: '1-CoCCA', entities: [contact] }, 'Other Ltd'],
      [{ ...card(['fn', '']), entities: [{ roles: ['abuse'] }, contact] }, 'Other Ltd'],
      [{ ...card(['fn', ''], ['org', ['Other Ltd', 'Domains']]) }, 'Other Ltd'],
      [{ ...card(['fn', 'One Inc.'], ['org', 'Two']), entities: [contact] }, 'One Inc.'],
      [{ entities: [card(['fn', 'Jo Doe'], ['org', 'Other Ltd'])] }, 'Other Ltd'],
      [{ entities: [card(['fn', 'Abuse Desk']), contact] }, 'Other Ltd'],
      [{ entities: [card(['fn', 'Customer Support'])] }, undefined],
      [{ entities: 'none', vcardArray: ['vcard'] }, undefined],
    ];
    for (const [entity, name] of registrars) {
      const answer = read({
        entities: [
          { ...contact, roles: ['technical'] },
          { roles: ['registrar'], ...entity },
        ],
      });
      const values = typeof answer === 'string' ? [] : answer.values;
      assert.equal(values.find(({ field }) => field === 'registrar')?.value, name, JSON.stringify(entity));
    }
  });

  test('is refused where it is about another name or no domain', () => {
    const expected: [body: string, words: string][] = [
      ['{', 'answered something that is not JSON'],
      ['null', 'answered something that is not a domain of RDAP (RFC 9083)'],
      [
        JSON.stringify({ ...domain, objectClassName: 'entity' }),
        'answered something that is not a domain of RDAP (RFC 9083)',
      ],
      [JSON.stringify({ ...domain, ldhName: 'example.net' }), 'answered about another name'],
    ];
    for (const [body, words] of expected) assert.equal(readRdapAnswer(body, 'example.com'), words);
    assert.notEqual(typeof read({ ldhName: 'EXAMPLE.COM.' }), 'string');
    for (const part of ['events', 'status', 'nameservers', 'entities'])
      assert.equal(
        read({ [part]: 'none' }),
        'answered something that is not a domain of RDAP (RFC 9083)',
        part,
      );
  });

  test('names the dates that are none, and keeps what else it says', () => {
    for (const date of [
      'next year',
      'May 5',
      '5',
      '2027-02-30T00:00:00Z',
      '',
      1893456000,
      null,
      '9999-12-31T23:59:59-05:00',
      '0000-01-01T00:00:00+05:00',
    ]) {
      const answer = read({ events: [event('expiration', date)], status: ['active'] });
      assert.deepEqual(
        typeof answer === 'string' ? answer : [answer.unreadable, answer.values],
        [['expiration'], [{ field: 'statuses', value: ['active'] }]],
        `${date}`,
      );
    }
    const dates = {
      '2027-01-02t03:04:05.678z': '2027-01-02T03:04:05.678Z',
      '2027-01-02T03:04:05-01:00': '2027-01-02T04:04:05.000Z',
      '2027-01-02T03:04:05': '2027-01-02T03:04:05.000Z',
      '9999-12-31T23:59:59Z': '9999-12-31T23:59:59.000Z',
      '2027-03-15': '2027-03-15T00:00:00.000Z',
      '2027-03-15 10:11:12+0300': '2027-03-15T07:11:12.000Z',
      '2027-03-15T10:11:12+03': '2027-03-15T07:11:12.000Z',
      '2027-03-15T10:11-0530': '2027-03-15T15:41:00.000Z',
      ' 2027-03-15 10:11 ': '2027-03-15T10:11:00.000Z',
      '2027-03-15T10:11:12Z[UTC]': '2027-03-15T10:11:12.000Z',
    };
    for (const [date, value] of Object.entries(dates)) {
      const answer = read({ events: [event(' Expiration ', date)] });
      assert.deepEqual(typeof answer === 'string' ? answer : answer.values[0]?.value, value);
    }
  });
});

describe('a WHOIS answer', () => {
  const valuesOf = (text: string, name: string) => {
    const read = readWhoisAnswer(text, name);
    assert.notEqual(typeof read, 'string', JSON.stringify(read));
    return typeof read === 'string'
      ? {}
      : Object.fromEntries(read.values.map(({ field, value }) => [field, value]));
  };

  test('is read as registries of several countries write it', () => {
    const uk =
      '\r\n    Domain name:\r\n        example.uk\r\n\r\n    Registrar:\r\n        Example Ltd [Tag = EX]\r\n        URL: https://example.com\r\n\r\n' +
      '    Relevant dates:\r\n        Registered on: 26-Nov-1996\r\n        Expiry date:  10-Dec-2027\r\n\r\n' +
      '    Name servers:\r\n        ns1.example.uk            192.0.2.1  2001:db8::1\r\n        ns2.example.uk\r\n';
    assert.deepEqual(valuesOf(uk, 'example.uk'), {
      expirationDate: '2027-12-10T00:00:00.000Z',
      registeredAt: '1996-11-26T00:00:00.000Z',
      registrar: 'Example Ltd [Tag = EX]',
      statuses: [],
      nameServers: ['ns1.example.uk', 'ns2.example.uk'],
    });
    const odd = `Registrar: A\u0000B${'x'.repeat(1000)}\nStatus: a\u0000b\nName Server: \u0000\n`;
    assert.deepEqual(valuesOf(odd, 'example.com'), {
      registrar: `A B${'x'.repeat(496)}…`,
      statuses: ['a b'],
    });
    const jp =
      '[ JPRS database provides information. ]\n\n[Domain Name]                   EXAMPLE.JP\n[Name Server]                   ns1.example.jp\n' +
      '[Created on]                    2001/05/07\n[Expires on]                    2027/05/31\n[Status]                        Active\n';
    assert.equal(valuesOf(jp, 'example.jp')['expirationDate'], '2027-05-31T00:00:00.000Z');
    const ru =
      'domain:        EXAMPLE.RU\nnserver:       ns1.example.ru.\nstate:         REGISTERED, DELEGATED\npaid-till:     2027-03-09T21:00:00Z\n';
    assert.deepEqual(valuesOf(ru, 'example.ru')['expirationDate'], '2027-03-09T21:00:00.000Z');
  });

  test('without a date is unpublished, and of a free name unregistered', () => {
    const state = (text: string) => {
      const read = readWhoisAnswer(text, 'example.be');
      return typeof read === 'string' ? read : read.state;
    };
    assert.equal(
      state('Domain:\texample.be\nStatus:\tNOT AVAILABLE\nRegistered:\tWed Oct 13 1999\n'),
      'unpublished',
    );
    assert.equal(state('% no match policy: not found\nDomain: example.be\nStatus: free\n'), 'unregistered');
    assert.equal(state('No match for "EXAMPLE.BE".\n'), 'unregistered');
    assert.equal(state('Query rate limit exceeded.\n'), 'refused: too many requests');
    assert.equal(state('Domain: other.be\nRegistrar: X\n'), 'answered about another name');
    assert.equal(state('Welcome.\n'), 'answered something that is not known');
    assert.equal(state('Domain: EXAMPLE.be.\nRegistrar: X\nExpires: not published\n'), 'unpublished');
  });

  test('with an expiration that is no date fails, and every way to name one counts', () => {
    const state = (line: string) => {
      const read = readWhoisAnswer(
        `Domain: b\u00fccher.example\nRegistrar: X\n${line}\n`,
        'xn--bcher-kva.example',
      );
      return typeof read === 'string' ? read : read.state;
    };
    for (const line of ['Registry Expiry Date: soon', 'Expires-On: 31-Feb-2027', 'paid-till: never'])
      assert.equal(state(line), 'answered an expiration that is no date', line);
    for (const line of [
      'Expiration: 2027-Mar-09.',
      'Exp date: 9 Mar 2027',
      'Record expires on 2027-03-09 10:00:00',
    ])
      assert.equal(state(line), 'ok', line);
  });

  test('has dates in many notations, of which only real ones count', () => {
    const dates: Record<string, string | null> = {
      '2027-03-09T21:00:00Z': '2027-03-09T21:00:00.000Z',
      '2027-03-09 21:00:00+0300': '2027-03-09T18:00:00.000Z',
      '2027-03-09 21:00:00+02': '2027-03-09T19:00:00.000Z',
      '2027-03-09': '2027-03-09T00:00:00.000Z',
      '2027-Mar-09.': '2027-03-09T00:00:00.000Z',
      '2027.03.09': '2027-03-09T00:00:00.000Z',
      '2027. 03. 09.': '2027-03-09T00:00:00.000Z',
      '20270309': '2027-03-09T00:00:00.000Z',
      '09-Mar-2027': '2027-03-09T00:00:00.000Z',
      '9.3.2027': '2027-03-09T00:00:00.000Z',
      '09/03/2027': '2027-03-09T00:00:00.000Z',
      'March 9 2027': '2027-03-09T00:00:00.000Z',
      'Tue Mar 09 12:30:00 GMT 2027': '2027-03-09T12:30:00.000Z',
      '31-Feb-2027': null,
      '9999-12-31 23:59:59-05': null,
      never: null,
    };
    for (const [text, expected] of Object.entries(dates)) assert.equal(whoisDate(text), expected, text);
  });
});

test('Retry-After is seconds or a date, at most a day', () => {
  const now = Date.UTC(2026, 10, 26);
  assert.equal(retryAfter('120', now), now + 120_000);
  assert.equal(retryAfter('Thu, 26 Nov 2026 01:00:00 GMT', now), now + 3_600_000);
  assert.equal(retryAfter('999999', now, longestStopMs), now + 86_400_000);
  for (const none of [undefined, '', 'soon', '0', 'Wed, 25 Nov 2026 01:00:00 GMT'])
    assert.equal(retryAfter(none, now), null);
});
