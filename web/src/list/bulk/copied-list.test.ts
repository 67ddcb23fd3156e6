import { client } from '@quartermaster/contract/api/client';
import { describe, expect, test } from 'vitest';
import { listParts, listText } from './copied-list.ts';

describe('a copied list', () => {
  test('has names, addresses where the kind has some, and a table', () => {
    expect(listParts(client.domains)).toEqual(['names', 'table']);
    expect(listParts(client.proxies)).toEqual(['names', 'addresses', 'table']);
    const rows = [
      { Name: 'px 1', IP: '203.0.113.5', Port: 8080 },
      { Name: '=cmd', IP: '2001:0db8:0000:0000:0000:0000:0000:0001', Port: 1080 },
    ];
    expect(listText(client.proxies, rows, 'names')).toBe('px 1\n=cmd');
    expect(listText(client.proxies, rows, 'addresses')).toBe(
      '203.0.113.5:8080\n[2001:0db8:0000:0000:0000:0000:0000:0001]:1080',
    );
    expect(listText(client.proxies, rows, 'table').split('\n')[2]).toBe(
      "'=cmd\t2001:0db8:0000:0000:0000:0000:0000:0001\t1080",
    );
    const domains = [
      {
        Domain: 'a.example',
        'Expiration Date': '2031-02-03T00:00:00.000Z',
        'Auto Renew': 'UNKNOWN',
        Price: 1234.5,
        Tags: 'client:Acme',
      },
      { Domain: 'b.example', 'Expiration Date': '', 'Auto Renew': 'YES', Price: null, Tags: '' },
    ];
    expect(listText(client.domains, domains, 'table').split('\n').slice(1)).toEqual([
      'a.example\tFeb 3, 2031\tUnknown\t1,234.50\tclient:Acme',
      'b.example\t\tYes\t\t',
    ]);
    const servers = [
      { Name: 'web', IP: '192.0.2.1' },
      { Name: 'new', IP: null },
    ];
    expect(listText(client.servers, servers, 'addresses')).toBe('192.0.2.1');
  });
});
