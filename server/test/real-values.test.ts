// On both engines: texts as people have them, in every index.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Body, type RecordBody, createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

const idsFound = async (client: Client, area: string, search: string) => {
  const { path, listKey } = fixtureOf(area).crud;
  const { body } = await client.call<{ data: Record<string, RecordBody[]> }>(
    'GET',
    `${path}?search=${encodeURIComponent(search)}`,
  );
  return (body.data[listKey] ?? []).map(({ id }) => id);
};
interface Refused {
  error: { details: { fields: Record<string, string> } };
}

describe('a search', () => {
  test('takes words in any order, each in any text, without regard to accents and composition', async () => {
    const user = await app.user();
    const base = await validBody(user, 'domains');
    const create = (domain: string, comment: string, tag = 'x') =>
      createFrom(user, 'domains', { ...base, domain, comment, tags: [{ type: 'client', value: tag }] });
    const kontor = await create('käsekontor.example', 'Straße in Łódź, near the Øresund', 'İstanbul ışık');
    const shop = await create('shop.example', 'Harrowgate');
    for (const [search, found] of [
      ['kasekontor', kontor],
      ['KÄSEKONTOR', kontor],
      ['ka\u0308sekontor', kontor],
      ['xn--ksekontor-v2a', kontor],
      ['strasse', kontor],
      ['STRASSE lodz øresund', kontor],
      ['oresund istanbul isik', kontor],
      ['harrowgate shop', shop],
      ['shop   gate', shop],
      ['client:x shop harrow', shop],
    ] as const)
      assert.deepEqual(await idsFound(user, 'domains', search), [found.id], search);
    for (const search of ['kontor harrowgate', 'shop missing', 'gateshop'])
      assert.deepEqual(await idsFound(user, 'domains', search), [], search);
    const long = 'the near øresund in łódź straße example client käsekontor'.split(' ');
    assert.deepEqual(await idsFound(user, 'domains', long.slice(0, 7).join(' ')), [kontor.id]);
    assert.deepEqual(
      await idsFound(user, 'domains', long.join(' ')),
      [],
      'the words after the seventh are one',
    );
    assert.deepEqual(await idsFound(user, 'domains', 'a e i o . straße in Łódź, near the Øresund'), [
      kontor.id,
    ]);
  });

  test('finds accounts by the name of their proxy, and by none of its other texts', async () => {
    const user = await app.user();
    const proxy = await createFrom(user, 'proxies', {
      ...(await validBody(user, 'proxies')),
      name: 'Pœrte Zürich',
      username: 'gatekeeper',
      comment: 'rented',
    });
    for (const area of ['registrator-accounts', 'hostings', 'cdn']) {
      const account = await createFrom(user, area, { ...(await validBody(user, area)), proxyId: proxy.id });
      await createRecord(user, area);
      for (const search of ['poerte', 'zurich POERTE'])
        assert.deepEqual(await idsFound(user, area, search), [account.id]);
      for (const search of ['gatekeeper', 'rented']) assert.deepEqual(await idsFound(user, area, search), []);
    }
  });

  test('everywhere ranks an exact address, name or IP first, whatever its kind', async () => {
    const user = await app.user();
    const texts = (comment: string) => ({ comment, tags: [] });
    const first = async (words: string) => {
      const { body } = await user.call<{ data: { results: { area: string; found: { name: string }[] }[] } }>(
        'GET',
        `/search?q=${encodeURIComponent(words)}`,
      );
      const [best] = body.data.results;
      return [best?.area, best?.found[0]?.name];
    };
    const create = async (area: string, fields: Body) =>
      createFrom(user, area, { ...(await validBody(user, area)), ...fields });
    await create('emails', { email: 'anna@bücher.example', ...texts('') });
    await create('servers', { name: 'Zürich', ip: '203.0.113.77', ...texts('') });
    await create('domains', { domain: 'zurich.example', ...texts('203.0.113.77 of anna@bücher.example') });
    await create('domains', { domain: 'bücher.example', ...texts('') });
    await create('proxies', { name: 'Exit', ip: '203.0.113.78', ...texts('') });
    await create('emails', { email: 'x@y.example', ...texts('203.0.113.78 bücher.example') });
    assert.deepEqual(await first('203.0.113.77'), ['servers', 'Zürich']);
    assert.deepEqual(await first('203.0.113.78'), ['proxies', 'Exit']);
    assert.deepEqual(await first('zurich'), ['servers', 'Zürich']);
    assert.deepEqual(await first('ANNA@bücher.example'), ['emails', 'anna@bücher.example']);
    assert.deepEqual(await first('anna@xn--bcher-kva.example'), ['emails', 'anna@bücher.example']);
    for (const words of ['bücher.example', 'bucher.example', 'xn--bcher-kva.example'])
      assert.deepEqual(await first(words), ['domains', 'xn--bcher-kva.example'], words);
  });
});

describe('values', () => {
  test('names that UTS 46 does not allow are refused, those with joiners that it allows are not', async () => {
    const user = await app.user();
    const base = await validBody(user, 'domains');
    for (const domain of ['xn--a.com', 'www.xn--zn7c.com', 'a\u200cb.com', '\u05d0b.com']) {
      const { status, body } = await user.call<Refused>('POST', '/domains', { ...base, domain });
      assert.equal(status, 400, domain);
      assert.equal(body.error.details.fields['domain'], 'Invalid domain format (e.g., example.com)');
    }
    for (const [typed, stored] of [
      ['نامه\u200cای.com', 'xn--mgba3gch31f060k.com'],
      ['Faß.DE', 'xn--fa-hia.de'],
    ]) {
      const { domain } = await createFrom(user, 'domains', { ...base, domain: typed });
      assert.equal(domain, stored);
    }
  });

  test('an address whose domain mixes scripts is answered in ASCII', async () => {
    const user = await app.user();
    const create = async (email: string) =>
      (await createFrom(user, 'emails', { ...(await validBody(user, 'emails')), email }))['email'];
    assert.equal(await create('anna@p\u0430ypal.example'), 'anna@xn--pypal-4ve.example');
    assert.equal(await create('anna@xn--bcher-kva.example'), 'anna@bücher.example');
  });

  test('dates are read as registries write them, in UTC without a zone', async () => {
    const user = await app.user();
    const { id } = await createRecord(user, 'domains');
    for (const [sent, stored] of [
      ['2027-03-01 23:59:59', '2027-03-01T23:59:59.000Z'],
      ['2027-03-01T23:59:59+0000', '2027-03-01T23:59:59.000Z'],
      ['2027-03-01T23:59:59Z', '2027-03-01T23:59:59.000Z'],
      ['2027-03-01T01:00:00+0200', '2027-02-28T23:00:00.000Z'],
    ]) {
      const { body } = await user.call<{ data: { domain: RecordBody } }>('PUT', `/domains/${id}`, {
        expirationDate: sent,
      });
      assert.equal(body.data.domain['expirationDate'], stored);
    }
  });

  test('an import of proxies takes ports as text and types in any case; a create does not', async () => {
    const user = await app.user();
    const proxy = { ...(await validBody(user, 'proxies')), port: ' 3128 ', type: 'socks5' };
    assert.equal((await user.call('POST', '/proxies', proxy)).status, 400);
    const { body } = await user.call<{ data: { imported: number; errors: { message: string }[] } }>(
      'POST',
      '/proxies/bulk-import',
      {
        proxies: [
          proxy,
          { ...proxy, port: '80a' },
          { ...proxy, port: '70000' },
          { ...proxy, type: 'socks4' },
        ],
      },
    );
    assert.equal(body.data.imported, 1);
    const messages = body.data.errors.map(({ message }) => message);
    const port = 'Port must be between 1 and 65535';
    assert.deepEqual(messages, [port, port, 'Type must be one of: HTTP, HTTPS, SOCKS5']);
  });

  test('the SSH command has the port of a server, unless it is 22', async () => {
    const user = await app.user();
    const { id } = await createRecord(user, 'servers');
    for (const [sshPort, start] of [
      [2222, 'ssh -p 2222 -i ~/.ssh/'],
      [22, 'ssh -i ~/.ssh/'],
      [null, 'ssh -i ~/.ssh/'],
    ] as const) {
      const changed = await user.call<{ data: { server: RecordBody } }>('PUT', `/servers/${id}`, { sshPort });
      assert.equal(changed.body.data.server['sshPort'], sshPort);
      const { body } = await user.call<{ data: { command: string } }>('GET', `/servers/${id}/ssh`);
      assert.ok(body.data.command.startsWith(start), body.data.command);
    }
  });
});
