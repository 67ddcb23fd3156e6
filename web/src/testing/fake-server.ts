import { vi } from 'vitest';

/** A request that the interface sent. */
export interface Sent {
  method: string;
  /** Below /api. */
  path: string;
  query: Record<string, string>;
  body: unknown;
  ifMatch: string | null;
}

/** An error response of the API. */
export const refusal = (status: number, code: string, message: string, details?: object): Response =>
  Response.json({ success: false, error: { message, code, details } }, { status });

/**
 * Answers every request with the data or the error response that `answer` returns. Returns the list of requests, which
 * grows.
 */
export function fakeServer(answer: (sent: Sent) => unknown): Sent[] {
  const all: Sent[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const url = new URL(address, location.origin);
    const sent = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/api', ''),
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      ifMatch: new Headers(init.headers).get('if-match'),
    };
    all.push(sent);
    const data = answer(sent);
    return Promise.resolve(data instanceof Response ? data : Response.json({ success: true, data }));
  });
  return all;
}

/** The answer to a list request, from all existing records. */
export function listOf(key: string, records: readonly object[], { query }: Sent): object {
  const [page, limit] = [Number(query['page'] ?? 1), Number(query['limit'] ?? 20)];
  const rows = records.slice((page - 1) * limit, page * limit);
  const totalPages = Math.ceil(records.length / limit);
  return { [key]: rows, pagination: { page, limit, total: records.length, totalPages } };
}
