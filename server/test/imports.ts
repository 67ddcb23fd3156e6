import assert from 'node:assert/strict';
import type { Import, ImportRow, RowKind } from '@quartermaster/contract/imports/imports.schema';
import type { Answer, Client, TestApp } from './test-app.ts';

type Failure = { error: { message: string; code: string; details?: { fields?: Record<string, string> } } };
export type ImportAnswer = Answer<{ data: { import: Import } } & Failure>;

/** Sends a file as the body, of a type that says nothing. */
export async function sendFile(
  app: TestApp,
  { token }: Client,
  area: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<ImportAnswer> {
  const query = new URLSearchParams({ area, name });
  const answer = await fetch(`${app.url}/api/imports?${query.toString()}`, {
    method: 'POST',
    body: content,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: JSON.parse(text) as ImportAnswer['body'],
  };
}

/** Imports a file and returns its preview. */
export async function preview(
  app: TestApp,
  client: Client,
  area: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const { status, text, body } = await sendFile(app, client, area, name, content);
  assert.equal(status, 201, text);
  return body.data.import;
}

export async function choose({ call }: Client, { id }: Pick<Import, 'id'>, choices: object): Promise<Import> {
  const { status, text, body } = await call<{ data: { import: Import } }>('PUT', `/imports/${id}`, choices);
  assert.equal(status, 200, text);
  return body.data.import;
}

export async function rowsOf(
  { call }: Client,
  { id }: Pick<Import, 'id'>,
  kind?: RowKind,
): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: URLSearchParams = new URLSearchParams({
      ...(kind && { kind }),
      ...(cursor !== '' && { cursor }),
    });
    const answer: Answer<{ data: { rows: ImportRow[]; next: string | null } }> = await call(
      'GET',
      `/imports/${id}/rows?${query.toString()}`,
    );
    assert.equal(answer.status, 200, answer.text);
    rows.push(...answer.body.data.rows);
    cursor = answer.body.data.next;
  }
  return rows;
}

type Applied = { data: { batchId: string | null; counts: Import['counts'] } } & Failure;
export const apply = ({ call }: Client, { id }: Pick<Import, 'id'>, key = `key of ${id}`) =>
  call<Applied>('POST', `/imports/${id}/apply`, { key });

/** How many rows of each kind there are; kinds without any are left out. */
export const some = (counts: Import['counts'] | undefined) =>
  Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0));
