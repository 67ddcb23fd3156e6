// On both engines: exports read a snapshot in pieces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import { chosenColumns } from '@quartermaster/contract/rules/export-columns';
import type { z } from 'zod';
import { openApi } from '../src/http/openapi.ts';
import { fixtures } from './fixtures/all.ts';
import { createRecord, fixtureOf } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
/** A record of each kind that others depend on or that depends on others, by its area. */
const ids = new Map<string, string>();
for (const area of Object.keys(fixtures))
  ids.set(area, (await createRecord(user, area, { optional: true })).id);
const account = (await createRecord(user, 'registrator-accounts', { optional: true })) as Record<
  string,
  unknown
>;
ids.set('emails', String(account['emailAccountId']));
ids.set('proxies', String(account['proxyId']));
ids.set('registrator-types', String(account['registratorTypeId']));
// Whoever has read a secret is in the leaver report.
await user.call('GET', '/emails');

interface Operation {
  parameters?: { name: string; schema: { enum?: string[] } }[];
  responses: Record<string, { content: Record<string, unknown> }>;
}
const { paths } = openApi(app.services.api.endpoints) as {
  paths: Record<string, Record<string, Operation>>;
};

// The rows that an import leaves behind have the columns of its file.
const headingsOf = ({ path, data }: Endpoint, area: string): string[] => {
  const isOfKind = area in fixtures && path === `/${area}/export`;
  if (isOfKind) return Object.keys(chosenColumns(fixtureOf(area).crud.kind));
  return Object.keys((data as z.ZodArray<z.ZodObject>).element.shape);
};
// calendars.test.ts reads calendars, whose address holds a secret.
const files = app.services.api.endpoints.filter(
  ({ download, path }) => download && !path.startsWith('/imports/') && !path.includes('{token}'),
);
for (const endpoint of files)
  test(`GET ${endpoint.path} answers every type that the OpenAPI document promises, and no other`, async () => {
    const operation = paths[endpoint.path]?.get;
    assert.ok(operation);
    const formats = operation.parameters?.find(({ name }) => name === 'format')?.schema.enum ?? [];
    const area = endpoint.path.split('/')[1] ?? '';
    const path = endpoint.path.replace('{userId}', user.userId).replace('{id}', ids.get(area) ?? '');
    const answered = new Set<string>();
    for (const query of ['', ...formats.map((format) => `?format=${format}`)]) {
      const { status, headers, text } = await user.call('GET', `${path}${query}`);
      assert.equal(status, 200, text);
      const [type = ''] = headers.get('content-type')?.split(';') ?? [];
      answered.add(type);
      const ending = type === 'application/json' ? 'json' : 'csv';
      assert.match(
        headers.get('content-disposition') ?? '',
        new RegExp(`^attachment; filename=".+\\.${ending}"$`),
      );
      if (ending === 'csv') {
        assert.deepEqual(text.split('\r\n')[0]?.split(','), headingsOf(endpoint, area));
        const file = await fetch(`${app.url}/api${path}${query}`, {
          headers: { authorization: `Bearer ${user.token}` },
        });
        assert.deepEqual([...(await file.bytes()).subarray(0, 3)], [0xef, 0xbb, 0xbf], 'byte order mark');
        continue;
      }
      const rows = JSON.parse(text) as unknown[];
      assert.ok(rows.length > 0);
      // Parsing leaves out what the schema does not have.
      assert.deepEqual(endpoint.data.parse(rows), rows);
    }
    assert.deepEqual([...answered].sort(), Object.keys(operation.responses['200']?.content ?? {}).sort());
    const refused = await user.call('GET', `${path}?format=xml`);
    assert.equal(refused.status, formats.length > 0 ? 400 : 200, refused.text.slice(0, 200));
  });
