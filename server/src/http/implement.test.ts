import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { endpoint } from '@quartermaster/contract/api/endpoint';
import { route } from '@quartermaster/contract/api/route';
import Fastify from 'fastify';
import { z } from 'zod';
import type { Authenticate } from '../access/caller.ts';
import { type Api, fileAnswer, implement, implementPublic, newApi } from './implement.ts';
import { openApi } from './openapi.ts';

const emptyApi = (): Api => newApi(Fastify(), {} as Authenticate);

const download = { name: 'calendar.ics', type: 'text/calendar' };
const feed = endpoint(route('GET', '/calendar/{token}.ics', 'public', { isOutside: true, download }), {
  summary: 'A calendar',
  params: z.object({ token: z.string() }),
});

test('a route can stand outside /api, also with a parameter in the middle of a word', async () => {
  const api = emptyApi();
  async function* lines(token: string) {
    yield await Promise.resolve(`BEGIN:${token}`);
  }
  implementPublic(api, { ...feed, download }, ({ params, reply }) =>
    Promise.resolve(fileAnswer(reply, download, lines(params.token))),
  );
  const answer = await api.fastify.inject('/calendar/abc.ics');
  assert.deepEqual([answer.statusCode, answer.body], [200, 'BEGIN:abc']);
  assert.equal(answer.headers['content-type'], 'text/calendar; charset=utf-8');
  assert.equal((await api.fastify.inject('/api/calendar/abc.ics')).statusCode, 404);
  const { paths } = openApi(api.endpoints) as { paths: Record<string, { get: { servers?: unknown } }> };
  assert.deepEqual(paths['/calendar/{token}.ics']?.get.servers, [{ url: '/' }]);
});

test('the document says what each call demands of its sender', () => {
  const of = (demands: ReturnType<typeof route>) => {
    const { paths } = openApi([endpoint(demands, { summary: '' })]) as {
      paths: Record<string, Record<string, { security: unknown }>>;
    };
    return paths['/x']?.['post']?.security;
  };
  assert.deepEqual(of(route('POST', '/x', 'public')), []);
  assert.deepEqual(of(route('POST', '/x', 'member')), [{ bearer: ['member'] }]);
  const forget = route('POST', '/x', ['write', 'manage'], { confirmed: true, unscoped: true });
  assert.deepEqual(of(forget), [{ bearer: ['write', 'manage', 'confirmed', 'unscoped'] }]);
});

test('a route that concerns no workspace can not be implemented for members', () => {
  for (const access of ['public', 'session', 'administrator'] as const)
    assert.throws(
      () =>
        implement(emptyApi(), endpoint(route('GET', '/x', access), { summary: '' }), () =>
          Promise.resolve({}),
        ),
      /GET \/x concerns no workspace/,
    );
});

test('a server that closes waits for the work of a client that has left', async () => {
  const api = emptyApi();
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const controller = new AbortController();
  const ended: string[] = [];
  implementPublic(api, endpoint(route('GET', '/slow', 'public'), { summary: '' }), async () => {
    begun.resolve();
    await goesOn.promise;
    ended.push('work');
    return {};
  });
  const address = await api.fastify.listen({ port: 0, host: '127.0.0.1' });
  const left = fetch(`${address}/api/slow`, { signal: controller.signal });
  await begun.promise;
  controller.abort();
  await assert.rejects(left);
  const closed = api.fastify.close().then(() => ended.push('server'));
  await once(api.fastify.server, 'close');
  goesOn.resolve();
  await closed;
  assert.deepEqual(ended, ['work', 'server']);
});
