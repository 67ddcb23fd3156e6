import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { createRecord } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const file = (...lines: string[]) => lines.join('\n');

/** What rows would write to some fields. */
async function after(user: Client, id: { id: string }, ...fields: string[]) {
  return (await rowsOf(user, id)).map(({ changes }) =>
    fields.map((field) => changes.find((change) => change.field === field)?.after ?? null),
  );
}

test('of several columns of dates the name decides, in each language', async () => {
  const user = await app.user();
  for (const [header, dates, chosen] of [
    ['Domaine;Date de création;Date d’expiration', '25/10/2015;25/10/2027', 'Date d’expiration'],
    ['Dominio;Fecha de alta;Fecha de vencimiento', '25/10/2015;25/10/2027', 'Fecha de vencimiento'],
    ['Domain;Invoice date;Next due', '2026-10-25;2027-10-25', 'Next due'],
    ['Domain;SSL Expiry;Domain Expiry', '2026-12-25;2027-10-25', 'Domain Expiry'],
    ['Domain;Renewal Date;Expires', '2027-09-25;2027-10-25', 'Expires'],
    ['Domainname;Rechnungsdatum;Ablaufdatum', '25.10.2026;25.10.2027', 'Ablaufdatum'],
    ['Domena;Data rejestracji;Data wygaśnięcia', '2015-10-25;2027-10-25', 'Data wygaśnięcia'],
    ['Домен;Дата регистрации;Оплачен до', '25.10.2015;25.10.2027', 'Оплачен до'],
    ['Domein;Aangemaakt;Vervaldatum', '25-10-2015;25-10-2027', 'Vervaldatum'],
  ] as const) {
    const { mapping, state, columns } = await preview(
      app,
      user,
      'domains',
      'd.csv',
      file(header, `a1.example;${dates}`),
    );
    const [domain = '', other = ''] = header.split(';');
    assert.deepEqual(
      [mapping[domain], mapping[other === chosen ? domain : other], mapping[chosen]],
      ['domain', other === chosen ? 'domain' : null, 'expirationDate'],
      header,
    );
    assert.equal(state, 'ready', header);
    assert.ok(columns.every(({ asks }) => asks === null));
  }
});

test('without a name that tells, nothing is chosen, and a person is asked', async () => {
  const user = await app.user();
  const text = file('Domain,First,Second', 'a1.example,2026-10-25,2027-10-25');
  const asked = await preview(app, user, 'domains', 'd.csv', text);
  assert.deepEqual(asked.mapping, { Domain: 'domain', First: null, Second: null });
  assert.deepEqual(
    [asked.state, asked.columns.map(({ asks }) => asks)],
    ['mapping', [null, 'target', 'target']],
  );
  const chosen = await choose(user, asked, { mapping: { Second: 'expirationDate' } });
  assert.deepEqual([chosen.state, chosen.columns.map(({ asks }) => asks)], ['ready', [null, null, null]]);
});

test('columns of another thing become no date, and a single column of dates needs no name', async () => {
  const user = await app.user();
  for (const header of ['SSL Expiry', 'Created', 'Invoice date', 'Zertifikat gültig bis']) {
    const { mapping, state } = await preview(
      app,
      user,
      'domains',
      'd.csv',
      file(`Domain,${header}`, 'a1.example,2027-10-25'),
    );
    assert.deepEqual([mapping[header], state], [null, 'ready'], header);
  }
  const { mapping } = await preview(app, user, 'domains', 'd.csv', file('Domain,X', 'a1.example,2027-10-25'));
  assert.equal(mapping['X'], 'expirationDate');
  const taken = await choose(
    user,
    await preview(app, user, 'domains', 'd.csv', file('Domain,P,Q', 'a.example,2026-01-01,2027-01-01')),
    { mapping: { P: null, Q: null } },
  );
  assert.equal(taken.state, 'ready', 'a person may want none');
});

test('the same holds for other values that several columns have', async () => {
  const user = await app.user();
  const { mapping, state } = await preview(
    app,
    user,
    'emails',
    'x.csv',
    file('Tech,Owner,Password', 'a@x.example,b@x.example,pw'),
  );
  assert.deepEqual([mapping, state], [{ Tech: null, Owner: null, Password: 'password' }, 'mapping']);
  const domains = await preview(app, user, 'domains', 'x.csv', file('NS1,Asset', 'ns1.x.example,a.example'));
  assert.deepEqual(domains.mapping, { NS1: null, Asset: 'domain' });
});

test('unknown months in a column of dates are errors at their cells', async () => {
  const user = await app.user();
  const found = await preview(
    app,
    user,
    'domains',
    'd.csv',
    file('Domain,Expires', 'fin.example,15. marraskuu 2027', 'market.example,9 Market 2027'),
  );
  for (const { errors } of await rowsOf(user, found))
    assert.deepEqual(
      errors.filter(({ column }) => column === 'Expires'),
      [{ column: 'Expires', message: 'Invalid date format' }],
    );
});

test('auto renew is read in the words of registrars', async () => {
  const user = await app.user();
  const account = await createRecord(user, 'registrator-accounts');
  for (const [text, words] of [
    [
      file('Domain,Expires,Auto Renew', 'a1.example,2027-01-01,TRUE', 'a2.example,2027-01-01,FALSE'),
      ['YES', 'NO'],
    ],
    [
      file(
        'Domain Name,TLD,Create Date,Expiration Date,Status,Auto-renew',
        'a1.example,example,10/25/2015,10/25/2027,Active,On',
        'b1.example,example,11/25/2015,11/25/2027,Active,Off',
      ),
      ['YES', 'NO'],
    ],
    [
      file(
        'Domain Name,Domain expiration date,Domain auto renewal status,Domain privacy protection status',
        'a1.example,"Oct 25, 2027",ON,ON',
      ),
      ['YES'],
    ],
    [file('Domain,Renouvellement automatique', 'a1.example,oui', 'a2.example,non'), ['YES', 'NO']],
    [
      file('Domain,Auto renew', 'a1.example,auto', 'a2.example,Manual', 'a3.example,enabled'),
      ['YES', 'NO', 'YES'],
    ],
  ] as const) {
    const found = await choose(user, await preview(app, user, 'domains', 'x.csv', text), {
      options: { values: { registratorAccountId: account.id } },
    });
    const is = (await after(user, found, 'autoRenew')).flat();
    assert.deepEqual(is, words, text);
  }
});

test('words for no value leave a field as it is, amounts say their currency', async () => {
  const user = await app.user();
  const account = await createRecord(user, 'registrator-accounts');
  const text = file(
    'domain,expires,price,comment',
    'a1.example,NULL,,N/A',
    'a2.example,0000-00-00,n/a,',
    'a3.example,N/A,,',
    'a4.example,2027-01-01,$12.98,',
    'a5.example,2027-01-01,"12,98 €",',
    'a6.example,20270309,PLN 49,',
    'a7.example,1804550400,,',
    'a8.example,Tue Mar 09 2027 00:00:00 GMT+0100 (CET),,',
  );
  const found = await choose(user, await preview(app, user, 'domains', 'd.csv', text), {
    options: { values: { registratorAccountId: account.id } },
  });
  assert.deepEqual(some(found.counts), { create: 8 }, JSON.stringify(await rowsOf(user, found)));
  assert.deepEqual(await after(user, found, 'expirationDate', 'price', 'currency', 'comment'), [
    [null, null, null, 'N/A'],
    [null, null, null, null],
    [null, null, null, null],
    ['2027-01-01', '12.98', 'USD', null],
    ['2027-01-01', '12.98', 'EUR', null],
    ['2027-03-09', '49', 'PLN', null],
    ['2027-03-09', null, null, null],
    ['2027-03-09', null, null, null],
  ]);
});

test('a column of currencies counts before a sign, and contradicts none that says one', async () => {
  const user = await app.user();
  const account = await createRecord(user, 'registrator-accounts');
  const text = file(
    'Domain,Price,Currency',
    'a.example,$5,CAD',
    'b.example,€5,USD',
    'c.example,€5,',
    'd.example,5,€',
  );
  const found = await choose(user, await preview(app, user, 'domains', 'd.csv', text), {
    options: { badCells: 'error', values: { registratorAccountId: account.id, currency: 'CHF' } },
  });
  assert.deepEqual(await after(user, found, 'currency'), [['CAD'], [null], ['EUR'], ['EUR']]);
  assert.deepEqual((await rowsOf(user, found))[1]?.errors, [
    { column: 'Price', message: 'Price is in EUR, but the currency is USD' },
  ]);
});

test('flags and countries are read in their words', async () => {
  const user = await app.user();
  const text = file(
    'Name,IP,Port,Username,Password,Country,Active',
    'p1,192.0.2.1,8080,u,pw,FI,ja',
    'p2,192.0.2.2,8080,u,pw,Deutschland,NIE',
    'p3,192.0.2.3,8080,u,pw,Atlantis,0',
  );
  const found = await preview(app, user, 'proxies', 'p.csv', text);
  assert.deepEqual(await after(user, found, 'country', 'isActive'), [
    ['Finland', 'Yes'],
    ['Germany', 'No'],
    ['Atlantis', 'No'],
  ]);
});

test('seeds are shown nowhere, whatever their column is called', async () => {
  const user = await app.user();
  const seed = 'otpauth://totp/Ops?secret=JBSWY3DPEHPK3PXP';
  for (const text of [
    file(
      'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes',
      `Ops mail,https://mail.example.net,ops3@example.net,S3cret-3,${seed},false,false,infra,hello`,
    ),
    file(
      'Title,Url,Username,Password,OTPAuth,Notes',
      `Ops,https://m.example.net,notanaddress,S3cret-3,${seed},n`,
    ),
    file(
      'username,title,password,url,category,otpUrl',
      `ops10@example.net,Ops,S3cret10,https://mail.example.net,Mail,${seed}`,
    ),
    file('Email,Password,Comment', `bad,pw,${seed}`),
    file('Email,Password,Recovery codes', `bad,pw,JBSWY3DPEHPK3PXP`),
    file('Email,Password,MFA', `bad,pw,JBSWY3DPEHPK3PXP`),
    file('Email,Passwort', `bad,JBSWY3DPEHPK3PXP`),
  ]) {
    const found = await preview(app, user, 'emails', 'x.csv', text);
    const path = `/imports/${found.id}`;
    for (const each of ['', '/rows', '/errors.csv']) {
      const answer = await user.call('GET', path + each);
      assert.ok(!answer.text.includes('JBSWY3DPEHPK3PXP'), `${path}${each} of ${text}`);
    }
  }
});

test('pages, prices, customers and words of other languages are guessed', async () => {
  const user = await app.user();
  const urls = await preview(app, user, 'hostings', 'h.csv', file('Name,Where', 'x,https://panel.example'));
  assert.equal(urls.mapping['Where'], 'websiteUrl');
  const panels = await preview(
    app,
    user,
    'servers',
    'h.csv',
    file('Name,Web', 'x,https://panel.example:8443/'),
  );
  assert.equal(panels.mapping['Web'], 'panelUrl');
  const { mapping } = await preview(
    app,
    user,
    'domains',
    'd.csv',
    file('Domäne;Price/yr;Währung;Kunde;Bemerkung', 'a.example;9;EUR;Acme;x'),
  );
  assert.deepEqual(mapping, {
    Domäne: 'domain',
    'Price/yr': 'price',
    Währung: 'currency',
    Kunde: 'tag:client',
    Bemerkung: 'comment',
  });
  for (const header of ['Customer', 'Client', 'Kunde', 'Klient'])
    assert.equal(
      (await preview(app, user, 'domains', 'd.csv', file(`Domain,${header}`, 'a.example,Acme'))).mapping[
        header
      ],
      'tag:client',
    );
  const annual = await preview(app, user, 'domains', 'd.csv', file('Domain,Annual price', 'a.example,9'));
  assert.equal(annual.mapping['Annual price'], 'price');
});

test('options are taken as they are answered, and change nothing', async () => {
  const user = await app.user();
  for (const [name, content] of [
    ['x.csv', file('Email;Password', 'a@x.example;pw', 'b@x.example;pw')],
    ['x.json', JSON.stringify([{ email: 'a@x.example', password: 'pw' }])],
  ] as const) {
    const found = await preview(app, user, 'emails', name, content);
    const changed = await user.call('PUT', `/imports/${found.id}/rows/1`, {
      cells: { [found.columns[0]?.header ?? '']: 'c@x.example' },
    });
    assert.equal(changed.status, 200);
    const again = await choose(user, found, { options: found.options });
    assert.deepEqual([again.options, again.mapping], [found.options, found.mapping]);
    assert.equal((await rowsOf(user, again))[0]?.name, 'c@x.example', 'the file is not read again');
  }
  const text = file('Email;Password', 'a@x.example;pw');
  const found = await preview(app, user, 'emails', 'x.csv', text);
  const comma = await choose(user, found, { options: { delimiter: ',' } });
  assert.equal(comma.columns.length, 1);
  const back = await choose(user, comma, { options: { delimiter: null } });
  assert.deepEqual([back.options.delimiter, back.columns.length], [';', 2]);
});

test('hosting accounts without names are named after their providers', async () => {
  const user = await app.user();
  const text = file(
    'Provider,Email',
    'Hetzner,a@x.example',
    'OVH,a@x.example',
    'hetzner,b@x.example',
    ',c@x.example',
  );
  const found = await preview(app, user, 'hostings', 'h.csv', text);
  const [, , named = ''] = found.columns.map(({ header }) => header);
  assert.deepEqual([named, found.mapping[named]], ['Name (after the provider)', 'name']);
  assert.deepEqual(
    (await rowsOf(user, found)).map(({ cells }) => cells[named]),
    ['Hetzner', 'OVH', 'hetzner 2', ''],
  );
  const titled = await preview(app, user, 'hostings', 'h.csv', file('Title,Provider', 'Ours,Hetzner'));
  assert.equal(titled.columns.length, 2);
});

test('thousands of hosting accounts of one provider get a name each, past those that are taken', async () => {
  const user = await app.user();
  const many = Array.from({ length: 9000 }, () => 'Hetzner,a@x.example');
  const text = file('Provider,Email', 'Hetzner 2,a@x.example', 'Hetzner 3,a@x.example', ...many);
  const found = await preview(app, user, 'hostings', 'h.csv', text);
  const names = (await rowsOf(user, found)).map((row) => row.cells['Name (after the provider)']);
  assert.deepEqual(names.slice(0, 5), ['Hetzner 2', 'Hetzner 3', 'Hetzner', 'Hetzner 4', 'Hetzner 5']);
});

test('the heading of a price says how often it is paid, unless a cell does', async () => {
  const user = await app.user();
  const { email } = await createRecord(user, 'emails');
  const lines = (heading: string, more = '') =>
    file(
      `Name,Provider,Email Account,${heading},Abrechnung`,
      `${heading},Hetzner,${String(email)},"4,90 €",${more}`,
    );
  for (const [heading, more, interval] of [
    ['Preis/Monat', '', 'MONTH'],
    ['Monthly price', '', 'MONTH'],
    ['Prix par mois', '', 'MONTH'],
    ['Preis/Monat', 'jährlich', 'YEAR'],
    ['Preis', '', 'YEAR'],
    ['Preis pro Jahr', '', 'YEAR'],
  ] as const) {
    const found = await preview(app, user, 'hostings', 'x.csv', lines(heading, more));
    const mapped = await choose(user, found, { mapping: { [heading]: 'price', Abrechnung: 'interval' } });
    assert.deepEqual(some(mapped.counts), { create: 1 }, heading);
    assert.equal((await apply(user, mapped)).status, 200);
    const { body } = await user.call<{ data: Record<string, unknown> }>(
      'GET',
      `/hostings?search=${encodeURIComponent(heading)}&sortBy=createdAt&sortOrder=desc`,
    );
    const [made] = Object.values(body.data)[0] as { id: string; interval: string; price: number }[];
    assert.deepEqual([made?.interval, made?.price], [interval, 4.9], heading);
    if (made) await user.call('DELETE', `/hostings/${made.id}`);
  }
});
