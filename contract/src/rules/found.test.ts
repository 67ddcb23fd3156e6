import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cdnProviderIds } from '../catalog/cdn-provider-names.ts';
import { cdnsAt, hasCdnHosts } from './found.ts';

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
