import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whoisSamples } from '../../../test/samples/whois.ts';
import { readWhoisAnswer } from './whois-answer.ts';

const now = Date.UTC(2026, 10, 28);
const instant = (date: string) => (date.includes('T') ? date : `${date}T00:00:00.000Z`);

/** The facts of an answer by field. */
function factsIn(text: string, asked: string): Record<string, unknown> {
  const read = readWhoisAnswer(text, asked, now);
  assert.ok(typeof read !== 'string', String(read));
  const facts: Record<string, unknown> = Object.fromEntries(
    read.values.map(({ field, value }) => [field, value]),
  );
  return { state: read.state, ...facts };
}

describe('the answer of a registry is read in its own form', () => {
  for (const { asked, text, ...expected } of whoisSamples)
    test(`about ${asked}`, () => {
      const { expires, registered, changed, registrar, signed } = expected;
      const servers = expected.servers ?? ['ns1.example.net', 'ns2.example.net'];
      assert.deepEqual(factsIn(text, asked), {
        state: expected.state ?? (expires === undefined ? 'unpublished' : 'ok'),
        ...(expires === undefined ? {} : { expirationDate: instant(expires) }),
        ...(registered === undefined ? {} : { registeredAt: instant(registered) }),
        ...(changed === undefined ? {} : { changedAt: instant(changed) }),
        ...(registrar === undefined ? {} : { registrar }),
        statuses: expected.statuses ?? [],
        ...(servers.length === 0 ? {} : { nameServers: servers }),
        ...(signed === undefined ? {} : { dnssec: signed }),
      });
    });
});

const named = (asked: string, more: string) => `Domain Name: ${asked}\n${more}`;

describe('an answer', () => {
  test('that names the domain and says nothing against it is one, whatever it lacks', () => {
    const states: [text: string, state: string][] = [
      ['domain: shop.example\n', 'unpublished'],
      ['% Names that are not found are free. The query limit is 9.\ndomain: shop.example\n', 'unpublished'],
      ['DOMAIN NAME: shop.example (xn--shop.example)\n', 'unpublished'],
      ['Domain:\n\tshop.example\n\nHolder:\n\tnot disclosed\n', 'unpublished'],
      ['Domain SHOP.EXAMPLE (ACTIVE)\n', 'unpublished'],
      ['domain: shop.example\nNo match\n', 'unregistered'],
      ['domain: shop.example\nstatus: AVAILABLE\n', 'unregistered'],
      ['No information available about domain name shop.example in the Registry database.\n', 'unregistered'],
      ['No_Se_Encontro_El_Objeto/Object_Not_Found\n', 'unregistered'],
      ['%% Maximum query rate reached\n', 'refused: too many requests'],
      ['DOMAIN NAME: other.example (other.example)\n', 'answered about another name'],
      ['domain: myshop.example\nregistrar: X\n', 'answered about another name'],
    ];
    for (const [text, state] of states) {
      const read = readWhoisAnswer(text, 'shop.example', now);
      assert.equal(typeof read === 'string' ? read : read.state, state, text);
    }
  });

  test('has its end in a state or behind a label of its own, and no other date is taken for it', () => {
    const ends: [line: string, state: string, end?: string][] = [
      ['[State]   Connected (2027/03/31)', 'ok', '2027-03-31'],
      ['[State]   Connected (2026/03/31)', 'ok', '2026-03-31'],
      ['[State]   To be suspended (2027/03/31)', 'ok'],
      ['[State]   Deleted (2026/03/31)', 'ok'],
      ['Expired Date: 01/03/2027', 'ok', '2027-03-01'],
      ['Domain valid till: 2027-03-01', 'ok', '2027-03-01'],
      ['Renewal due: 1 March 2027', 'ok', '2027-03-01'],
      ['Fecha de vencimiento: 1 de marzo de 2027', 'ok', '2027-03-01'],
      ['Option expiration date: 2029-03-01', 'ok'],
      ['Valid from: 2020-03-01', 'unpublished'],
      ['Last renewal: 2025-03-01', 'unpublished'],
      ['Billed: 2027-03-01', 'ok'],
      ['Billed: 2025-03-01', 'unpublished'],
      ['Phone: 2127 55 55', 'unpublished'],
    ];
    for (const [line, state, end] of ends) {
      const { expirationDate, state: read } = factsIn(named('shop.example', line), 'shop.example');
      assert.deepEqual([read, expirationDate], [state, end && instant(end)], line);
    }
  });

  test('in sections has the registrar and the name servers of each, and facts of the domain alone', () => {
    const sections: [text: string, facts: object][] = [
      ['\nRegistrar:\n  Organisation: One\n  DNSSEC: yes\n  Status: locked', { registrar: 'One' }],
      ['\nRegistrar\n\tName:\tOne & Sons\n', { registrar: 'One & Sons' }],
      ['\nREGISTRAR:\nOne\n1 Street\n\nNAMESERVERS:\n\n', { registrar: 'One' }],
      [
        '\nNAMESERVERS:\n\na.example\nb.example 192.0.2.7\n\nc.example\n',
        { nameServers: ['a.example', 'b.example'] },
      ],
      ['\n[Registrar]\nType: company\nName: One\n', { registrar: 'One' }],
      [
        '\n[Name Servers]\nHost: a.example\nChanged: 2020-01-01\n',
        { nameServers: ['a.example'], changedAt: instant('2020-01-01') },
      ],
      ['\n** Registrar:\nOrganization Name : One\n\n** Whois Server:\nStatus: up\n', { registrar: 'One' }],
      [
        '\nregistrar: R-1\nname: One\nchanged: 2020-01-01\n',
        { registrar: 'One', changedAt: instant('2020-01-01') },
      ],
      ['\nRegistrar:\n  One (https://one.example)\n\nContact:\n  created: 2001-01-01', { registrar: 'One' }],
      [
        'nameservers: a.example. [192.0.2.7]\n             b.example.',
        { nameServers: ['a.example', 'b.example'] },
      ],
      [
        'Primary server....: a.example\n\nSecondary server..: b.example',
        { nameServers: ['a.example', 'b.example'] },
      ],
      ['Registrar:\nRegistrar URL:\nName Server: a.example\n', { nameServers: ['a.example'] }],
      ['registrar: M\u{fffd}ller', {}],
      ['dnssec: not signed', { dnssec: false }],
      ['DNSSEC: N/A', {}],
      ['Signing Key: 12345 8 2', { dnssec: true }],
      ['DNSSEC: nein', { dnssec: false }],
      ['Domain Signed: delegation not signed', { dnssec: false }],
      ['\nDNSSEC DS Records:\n\n', {}],
      ['\nDNSSEC DS Records:\n   DS: 12345 8 2 0A0B\n', { dnssec: true }],
      ['\nDNSSEC DS Records:\n   12345 8 2 0A0B\n', { dnssec: true }],
      ...[
        ['zone signed, 1 DS record', true],
        ['zone signed, no DS records', false],
        ['zone unsigned', false],
        ['Zone not signed', false],
      ].map(([said, dnssec]): [string, object] => [
        `\nDNS servers (${String(said)}):\n   a.example\n`,
        { nameServers: ['a.example'], dnssec },
      ]),
    ];
    for (const [text, facts] of sections)
      assert.deepEqual(
        factsIn(named('shop.example', text), 'shop.example'),
        { state: 'unpublished', statuses: [], ...facts },
        text,
      );
  });
});
