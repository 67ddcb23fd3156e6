import { NoAnswer, during, duringTls } from './failures.ts';
import { exchange, readBody } from './http-request.ts';
import { openSocket, openTargetTls } from './sockets.ts';
import { targetOf } from './target.ts';

interface Init {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
}

const deadlineMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * `fetch` for the provider chosen by the operator: its own host may have any address, other hosts that it names only
 * public ones. No redirects; limited in time and size.
 */
export const providerFetch =
  (issuer: string) =>
  async (address: string, { method = 'GET', headers = {}, body }: Init = {}): Promise<Response> => {
    const target = targetOf(new URL(address), 'the identity provider');
    const sockets = new AbortController();
    const deadline = Promise.withResolvers<never>();
    const late = () => deadline.reject(new NoAnswer('The identity provider did not answer in time'));
    const timer = setTimeout(late, deadlineMs);
    const text =
      body === undefined || body === null
        ? ''
        : typeof body === 'string'
          ? body
          : (body as URLSearchParams).toString();
    const send = async () => {
      const allowPrivate = target.hostHeader === new URL(issuer).host;
      const socket = await openSocket(target.name, target, { allowPrivate, signal: sockets.signal });
      const link = target.secure
        ? await duringTls(target.name, openTargetTls(socket, target.host, undefined))
        : socket;
      const own = { host: target.hostHeader, 'accept-encoding': 'identity', 'user-agent': 'Quartermaster' };
      const length = text === '' ? {} : { 'content-length': String(Buffer.byteLength(text)) };
      const options = { method, path: target.path, headers: { ...headers, ...own, ...length } };
      const response = await during(target.name, exchange(link, options, text));
      const read = await during(target.name, readBody(response, maxBytes));
      const type = response.headers['content-type'] ?? '';
      const answered = response.statusCode ?? 502;
      const isEmpty = answered === 204 || answered === 304;
      return new Response(isEmpty ? null : new Uint8Array(read.body), {
        status: answered,
        headers: { 'content-type': type },
      });
    };
    try {
      return await Promise.race([send(), deadline.promise]);
    } finally {
      clearTimeout(timer);
      sockets.abort();
    }
  };
