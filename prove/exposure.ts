import assert from 'node:assert/strict';
import type { Exposed } from '@quartermaster/contract/exposure/exposure.schema';
import type { Client } from '../server/test/test-app.ts';

/** The leaver report, all pages. */
export async function exposureOf(call: Client['call'], userId: string, limit = 1000): Promise<Exposed[]> {
  const found: Exposed[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const { body, text } = await call<{
      data: { exposure: Exposed[]; pagination: { totalPages: number } };
    }>('GET', `/members/${userId}/exposure?limit=${limit}&page=${page}`);
    assert.ok(body.data, text);
    found.push(...body.data.exposure);
    more = page < body.data.pagination.totalPages;
  }
  return found;
}
