import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { hostIn, isSameRegistrar, registrarKeys } from './registrar-names.ts';

describe('two names', () => {
  test('are of one registrar without legal forms and common additions', () => {
    for (const [one, other] of [
      ['GoDaddy.com, LLC', 'GoDaddy'],
      ['NameCheap, Inc.', 'Namecheap'],
      ['Cloudflare, Inc.', 'Cloudflare Registrar'],
      ['Name.com, Inc.', 'name.com'],
      ['Domain.com, LLC', 'Domain.com'],
      ['IONOS SE', '1&1 IONOS'],
      ['OVH sas', 'OVHcloud'],
      ['Amazon Registrar, Inc.', 'Amazon Route 53'],
      ['Squarespace Domains II LLC', 'Squarespace'],
      ['Key-Systems GmbH', 'KeySystems'],
      ['PDR Ltd. d/b/a PublicDomainRegistry.com', 'PublicDomainRegistry'],
      ['Gandi SAS', 'GANDI'],
      ['united-domains AG', 'United Domains'],
      ['1&1 Internet SE', 'IONOS'],
      ['Tucows Domains Inc.', 'OpenSRS'],
      ['Tucows Domains Inc.', 'Hover'],
      ['InterNetworX Ltd. & Co. KG', 'INWX'],
      ['www.inwx.de', 'INWX'],
      ['https://admin.gandi.net/domain', 'Gandi SAS'],
      ['home.pl S.A.', 'home.pl'],
      ['AWS', 'Amazon Registrar, Inc.'],
      ['Österreichische Domains GmbH', 'Osterreichische'],
    ] as const)
      assert.ok(isSameRegistrar(one, other), `${one} = ${other}`);
  });

  test('are of different registrars if what is left differs', () => {
    for (const [one, other] of [
      ['Name.com, Inc.', 'NameCheap, Inc.'],
      ['NameSilo, LLC', 'NameCheap, Inc.'],
      ['GoDaddy.com, LLC', 'Gandi SAS'],
      ['Domain.com, LLC', 'Name.com'],
      ['domain.com', 'domain.org'],
      ['OpenSRS', 'Hover'],
      ['Porkbun LLC', 'Dynadot LLC'],
      ['', 'GoDaddy'],
    ] as const)
      assert.ok(!isSameRegistrar(one, other), `${one} ≠ ${other}`);
  });

  test('are compared alike in both directions, and each is the same as itself', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', 'inc') }),
    );
    fc.assert(
      fc.property(name, name, (one, other) => {
        assert.ok(isSameRegistrar(one, one));
        assert.equal(isSameRegistrar(one, other), isSameRegistrar(other, one));
      }),
    );
  });
});

describe('spellings of a registrar', () => {
  const haveKey = (one: string, other: string) => {
    const keys = registrarKeys(other);
    return registrarKeys(one).some((key) => keys.includes(key));
  };

  test('have a key in common', () => {
    for (const [one, other] of [
      ['gandi.net', 'Gandi'],
      ['Gandi S.A.S.', 'Gandi'],
      ['NAMECHEAP INC', 'Namecheap'],
      ['https://www.ovh.com/manager/', 'OVHcloud'],
      ['Loopia AB', 'loopia.se'],
      ['aws', 'Amazon Route 53'],
      ['nazwa.pl Sp. z o.o.', 'nazwa.pl'],
      ['PDR Ltd. d/b/a PublicDomainRegistry.com', 'ResellerClub'],
    ] as const)
      assert.ok(haveKey(one, other), `${one} = ${other}`);
  });

  test('have none if a word or a number tells them apart', () => {
    for (const [one, other] of [
      ['Namecheap 2', 'Namecheap'],
      ['GoDaddy Corporate', 'GoDaddy'],
      ['name.com', 'Namecheap'],
      ['123-reg', 'Reg.ru'],
    ] as const)
      assert.ok(!haveKey(one, other), `${one} ≠ ${other}`);
  });
});

test('a host stands in an address or alone', () => {
  for (const [text, found] of [
    ['https://WWW.Gandi.net/en', 'gandi.net'],
    ['dash.cloudflare.com:443', 'dash.cloudflare.com'],
    ['Gandi', null],
    ['Gandi. Net', null],
    ['ops@gandi.net', null],
  ] as const)
    assert.equal(hostIn(text), found, text);
});
