import { request } from '../../net/request.ts';

interface Init {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
}

const textOf = (body: unknown): string => {
  if (body === undefined || body === null) return '';
  return typeof body === 'string' ? body : (body as URLSearchParams).toString();
};

/**
 * `fetch` for the provider chosen by the operator: its own host may have any address, other hosts that it names only
 * public ones. No redirects.
 */
export const providerFetch =
  (issuer: string) =>
  async (address: string, { method = 'GET', headers = {}, body }: Init = {}): Promise<Response> => {
    const isOwn = new URL(address).host === new URL(issuer).host;
    const answer = await request(address, {
      method,
      headers,
      body: textOf(body),
      allows: () => isOwn,
      deadlineMs: 10_000,
      maxRedirects: 0,
      name: 'the identity provider',
    });
    const { status } = answer;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    });
  };
