import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cdnProviderIds } from '../catalog/cdn-provider-names.ts';
import { cdnsAt, hasCdnHosts, isSameRegistrar } from './found.ts';

describe('a CDN provider', () => {
  test('is known by the ends of its name servers and of the targets of CNAME', () => {
    for (const [host, providers] of [
      ['ada.ns.cloudflare.com', ['cloudflare']],
      ['shop.example.com.cdn.cloudflare.net.', ['cloudflare']],
      ['D111111ABCDEF8.CloudFront.net', ['aws-cloudfront']],
      ['ns-1536.awsdns-00.co.uk', ['aws-cloudfront']],
      ['x-1.kxcdn.com', ['keycdn']],
      ['coco.bunny.net', ['bunnycdn']],
      ['site.b-cdn.net', ['bunnycdn']],
      ['x.stackpathcdn.com', ['maxcdn']],
      ['dualstack.j.sni.global.fastly.net', ['fastly']],
      ['notcloudflare.com', []],
      ['cloudflare.com.evil.example', []],
      ['ns1.example.com', []],
    ] as const)
      assert.deepEqual(cdnsAt([host]), providers, host);
    assert.deepEqual(cdnsAt([]), []);
  });

  test('of each kind is known by some host, except others', () => {
    assert.deepEqual(
      cdnProviderIds.filter((provider) => !hasCdnHosts(provider)),
      ['other'],
    );
  });
});

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
