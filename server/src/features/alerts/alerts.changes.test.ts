// On both engines: what changed is noted, compared and told by statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RuleChange, ruleChanges } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import type { Alert, AlertEvent } from '@quartermaster/contract/alerts/alerts.schema';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { rdapDomain, rdapListFile, startDns, startRdap } from '../../../test/lookup-servers.ts';
import { jobRun } from '../../../test/job-run.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopeTag, scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { deliveriesOf } from '../../../test/told.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';
import { jobs } from '../../app.ts';
import { messageOf } from '../../deliveries/message.ts';
import { lookKey } from '../../expiry/lookups/look-keys.ts';

interface Registered {
  statuses: readonly string[];
  nameServers: readonly string[];
  registrar: string;
  isSigned: boolean;
}
const usual: Registered = {
  statuses: ['active', 'client transfer prohibited'],
  nameServers: ['ns1.one.example', 'ns2.one.example'],
  registrar: 'One Registrar, Inc.',
  isSigned: true,
};
/** What the registry says by now, by name. */
const registered = new Map<string, Partial<Registered>>();
const registry = await startRdap((name) => {
  const { statuses, nameServers, registrar, isSigned } = { ...usual, ...registered.get(name) };
  return {
    body: rdapDomain(name, '2090-01-31T00:00:00Z', {
      status: statuses,
      nameservers: nameServers.map((ldhName) => ({ ldhName })),
      secureDNS: { delegationSigned: isSigned },
      entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', registrar]]] }],
    }),
  };
});
/** The name servers of a name without a registry. */
const records: Record<string, { NS: string[] }> = {};
const dns = [await startDns(records), await startDns(records)];
const app = await startApp({
  LOOK_UPS: 'on',
  EGRESS_ALLOW: '127.0.0.0/8',
  DNS_SERVERS: dns.join(),
  RDAP_BOOTSTRAP: await rdapListFile({ example: registry.url }),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'quartermaster@example.com',
});
await app.user();
const look = jobs(app.services).find(({ kind }) => kind === 'look') ?? assert.fail();

let names = 0;

class Place {
  readonly client: Client;
  readonly ownerId: string;
  channelId = '';

  constructor(client: Client, ownerId: string) {
    this.client = client;
    this.ownerId = ownerId;
  }

  async rule(fields: object): Promise<void> {
    const { status, text } = await this.client.call('PUT', `/alert-rules/${this.ownerId}`, fields);
    assert.equal(status, 200, text);
  }

  async domain(more: object = {}): Promise<{ id: string; name: string }> {
    const name = `changed-${(names += 1)}.example`;
    const body = { ...(await validBody(this.client, 'domains')), tags: [], ...more, domain: name };
    const { id } = await createFrom(this.client, 'domains', body);
    return { id, name };
  }

  /** Looks a name up, without the pause between two requests to a server. */
  async look(name: string, kind: 'registration' | 'dns' = 'registration'): Promise<void> {
    await app.db.deleteFrom('buckets').execute();
    await look.run(jobRun({ key: lookKey(this.ownerId, { kind, subject: name }) }));
  }

  /** Has the registry say something else, and looks. */
  async says(name: string, said: Partial<Registered>): Promise<void> {
    registered.set(name, said);
    await this.look(name);
  }

  async changed(said: Partial<Registered>, more: object = {}): Promise<{ id: string; name: string }> {
    const domain = await this.domain(more);
    await this.says(domain.name, {});
    await this.says(domain.name, said);
    return domain;
  }

  evaluate = () => crossWorkspace(app.services, this.ownerId, new AbortController().signal);

  async alerts(query = '', client = this.client): Promise<Alert[]> {
    await this.evaluate();
    const { body } = await client.call<{ data: { alerts: Alert[] } }>(
      'GET',
      `/alerts?kind=fact-changed&${query}`,
    );
    return body.data.alerts;
  }
}

async function place(): Promise<Place> {
  const client = await app.user();
  const where = new Place(client, (await app.ownerOf(client)).id);
  const channel = {
    name: 'Hook',
    type: 'webhook',
    config: { url: 'https://127.0.0.1:9/' },
  };
  const { body, text } = await client.call<{ data: { channel: Channel } }>('POST', '/channels', channel);
  assert.ok(body.data, text);
  where.channelId = body.data.channel.id;
  await where.rule({ channelIds: [where.channelId] });
  return where;
}
const lastEvent = async (client: Client, { id }: Alert): Promise<AlertEvent | undefined> => {
  const { body } = await client.call<{ data: { alert: { events: AlertEvent[] } } }>('GET', `/alerts/${id}`);
  return body.data.alert.events.at(-1);
};

const cases: [
  what: RuleChange,
  said: Partial<Registered>,
  field: keyof Registered | 'dnssec',
  label: string,
][] = [
  ['nameServers', { nameServers: ['ns1.two.example'] }, 'nameServers', 'Name servers changed'],
  ['registrar', { registrar: 'Two Registrar, Inc.' }, 'registrar', 'Registrar changed'],
  ['transferLock', { statuses: ['active'] }, 'statuses', 'Transfer lock gone'],
  ['dnssec', { isSigned: false }, 'dnssec', 'DNSSEC off'],
  ['hold', { statuses: [...usual.statuses, 'client hold'] }, 'statuses', 'On hold'],
];

describe('an alert about a change', () => {
  for (const [what, said, field, label] of cases)
    test(`of ${what} says before and after, is told at once, and closes once the former value is back`, async () => {
      const where = await place();
      const { id, name } = await where.changed(said);
      const [alert, ...others] = await where.alerts();
      assert.ok(alert && others.length === 0, `${others.length} others`);
      const { change, state, date, distance, what: kind, ...of } = alert;
      assert.deepEqual([state, date, distance, kind], ['OPEN', null, null, null]);
      assert.deepEqual([of.area, of.recordId, of.name, of.label], ['domains', id, name, label]);
      assert.deepEqual([change?.field, change?.subject, change?.source], [field, name, 'rdap']);
      assert.notDeepEqual(change?.before, change?.after);
      const told = await deliveriesOf(where.client, `&alertId=${alert.id}`);
      assert.deepEqual(
        told
          .map(({ event, channelId, userId }) => [event, channelId === where.channelId, userId !== null])
          .sort(),
        [
          ['alert.raised', false, true],
          ['alert.raised', true, false],
        ],
      );
      assert.match(told[0]?.subject ?? '', new RegExp(`^${name}: ${label.toLowerCase()}$`, 'i'));
      const sent = await app.db
        .selectFrom('deliveries')
        .selectAll()
        .where('alertId', '=', alert.id)
        .where('channelId', '=', where.channelId)
        .executeTakeFirstOrThrow();
      const { alerts, items } = messageOf(sent);
      assert.deepEqual(alerts[0]?.change, change, 'programs get it, too');
      assert.match(items[0]?.details ?? '', /^Before: .+\. Now: .+\.$/);
      await where.says(name, said);
      assert.equal((await where.alerts()).length, 1, 'it is raised once');
      await where.says(name, {});
      assert.deepEqual(await where.alerts(), [], 'the way back is no change to tell');
      assert.equal((await lastEvent(where.client, alert))?.event, 'closed');
      const closed = await where.alerts('state=CLOSED');
      assert.deepEqual(closed[0]?.change, change);
    });

  test('is none for another spelling of the registrar, a lock that comes, DNSSEC that begins, or a hold that ends', async () => {
    const where = await place();
    const { name } = await where.domain();
    const before = { statuses: ['client hold'], isSigned: false, registrar: 'One Registrar Inc' };
    await where.says(name, before);
    await where.says(name, {});
    assert.deepEqual(await where.alerts(), []);
    await where.says(name, { statuses: ['server hold', 'client transfer prohibited'], isSigned: false });
    assert.deepEqual((await where.alerts()).map(({ label }) => label).sort(), ['DNSSEC off', 'On hold']);
  });

  test('is of DNS where no registry tells the name servers, else of the registry alone', async () => {
    const where = await place();
    const [own, other] = [await where.domain(), await where.domain()];
    await where.says(own.name, {});
    for (const servers of [['ns1.one.example'], ['ns1.two.example']])
      for (const { name } of [own, other]) {
        records[name] = { NS: servers };
        await where.look(name, 'dns');
      }
    const alerts = await where.alerts();
    assert.deepEqual(
      alerts.map(({ recordId, change }) => [
        recordId,
        change?.field,
        change?.source,
        change?.before,
        change?.after,
      ]),
      [[other.id, 'ns', 'dns', ['ns1.one.example'], ['ns1.two.example']]],
    );
  });

  test('closes after 30 days, once the record is gone, and for a transferred domain', async () => {
    const where = await place();
    const said = { registrar: 'Two' };
    const [old, gone, moved] = [
      await where.changed(said),
      await where.changed(said),
      await where.changed(said),
    ];
    assert.equal((await where.alerts()).length, 3);
    await where.client.call('DELETE', `/domains/${gone.id}`);
    await where.client.call('PUT', `/domains/${moved.id}`, { status: 'TRANSFERRED' });
    assert.deepEqual(
      (await where.alerts()).map(({ recordId }) => recordId),
      [old.id],
    );
    const { nextAt } = await app.db
      .selectFrom('alerts')
      .select('nextAt')
      .where('recordId', '=', old.id)
      .where('kind', '=', 'fact-changed')
      .executeTakeFirstOrThrow();
    const days = (Number(nextAt) - Date.now()) / dayMs;
    assert.ok(days > 29.9 && days <= 30, `evaluated in ${days} days`);
    // As if it had been 30 days ago.
    await app.db
      .updateTable('fact_changes')
      .set({ at: Date.now() - 30 * dayMs })
      .where('ownerId', '=', where.ownerId)
      .execute();
    await app.db
      .updateTable('alerts')
      .set({ nextAt: 1, endsAt: Date.now() })
      .where('recordId', '=', old.id)
      .where('kind', '=', 'fact-changed')
      .execute();
    assert.deepEqual(await where.alerts(), []);
  });
});

describe('rules', () => {
  test('choose the changes that are told, all by default', async () => {
    const where = await place();
    const { body } = await where.client.call<{ data: { alertRule: { changes: string[] } } }>(
      'GET',
      `/alert-rules/${where.ownerId}`,
    );
    assert.deepEqual(body.data.alertRule.changes, [...ruleChanges]);
    await where.rule({ changes: ['registrar', 'registrar'] });
    const { name } = await where.changed({ registrar: 'Two', nameServers: ['ns1.two.example'] });
    assert.deepEqual(
      (await where.alerts()).map(({ label }) => label),
      ['Registrar changed'],
    );
    await where.rule({ changes: [] });
    await where.says(name, { registrar: 'Three', nameServers: ['ns1.three.example'] });
    assert.deepEqual(
      (await where.alerts()).map(({ change }) => change?.after),
      ['Two'],
      'what is open stays',
    );
    const wrong = await where.client.call<{ error: { details: { fields: Record<string, string> } } }>(
      'PUT',
      `/alert-rules/${where.ownerId}`,
      { changes: ['ns'] },
    );
    assert.deepEqual(Object.values(wrong.body.error.details.fields), [
      'Changes must be among: nameServers, registrar, transferLock, dnssec, hold',
    ]);
  });

  test('for a tag go before the default one, and members are told within their scope', async () => {
    const where = await place();
    const viewer = await scopedMember(app, where.client, 'VIEWER');
    const made = await where.client.call('POST', '/alert-rules', {
      name: 'Acme',
      tag: 'client:acme',
      userIds: [viewer.userId],
      changes: ['dnssec'],
    });
    assert.equal(made.status, 201, made.text);
    const tagged = await where.changed({ isSigned: false, registrar: 'Two' }, { tags: [scopeTag] });
    await where.changed({ isSigned: false });
    const alerts = await where.alerts();
    const told = async (label: string) => {
      const alert = alerts.find((each) => each.recordId === tagged.id && each.label === label);
      return (await deliveriesOf(where.client, `&alertId=${alert?.id}`)).map(({ userId }) => userId).sort();
    };
    assert.deepEqual(await told('DNSSEC off'), [viewer.userId]);
    assert.equal((await told('Registrar changed')).length, 2);
    assert.deepEqual(
      (await where.alerts('', viewer)).map(({ recordId }) => recordId),
      [tagged.id, tagged.id],
    );
  });
});

test('over 20 changes in one evaluation are one message for a person, and one each for a program', async () => {
  const where = await place();
  const registratorAccountId = (await createRecord(where.client, 'registrator-accounts')).id;
  const domains = await Promise.all(Array.from({ length: 21 }, () => where.domain({ registratorAccountId })));
  for (const { name } of domains) await where.says(name, {});
  for (const { name } of domains) await where.says(name, { isSigned: false });
  await where.evaluate();
  const told = await deliveriesOf(where.client, '');
  const people = told.filter(({ userId }) => userId !== null);
  assert.equal(people.length, 1);
  assert.match(people[0]?.subject ?? '', /^21 alerts, /);
  assert.equal(told.filter(({ channelId }) => channelId === where.channelId).length, 21);
});
