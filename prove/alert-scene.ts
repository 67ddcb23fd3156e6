import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createFrom, createRecord } from '../server/test/records.ts';
import type { ServerProcess } from '../server/test/server-process.ts';
import { type Client, password } from '../server/test/test-app.ts';
import { addDays, dayAt } from '@quartermaster/contract/rules/calendar';
import { AlertModel, type Domain, timeZone } from './alert-model.ts';
import type { Context, Engine, Store } from './context.ts';
import { type JobsRun, jobsRun } from './jobs-run.ts';
import { type MovedClock, movedClock } from './moved-clock.ts';
import { registerOperator, signInOperator } from './operator.ts';
import { ToldChannels, channelNames } from './told-channels.ts';

const quiet = { quietFrom: '22:00', quietTo: '07:00' };
const minuteMs = 60_000;
const dayMs = 86_400_000;
const mostKills = 5;

/** A workspace with domains and three channels, on servers and `jobs run` under one clock, and what they must tell. */
export class AlertScene {
  readonly model = new AlertModel();
  readonly channels: ToldChannels;
  readonly clock: MovedClock;
  readonly store: Store;
  readonly #context: Context;
  readonly #settings: Record<string, string>;
  #servers: ServerProcess[] = [];
  #run: JobsRun | null = null;
  #owner: Client | null = null;
  #registratorAccountId = '';
  #added = 0;

  private constructor(context: Context, store: Store, clock: MovedClock) {
    this.#context = context;
    this.store = store;
    this.clock = clock;
    this.channels = new ToldChannels(context);
    this.#settings = { ...clock.settings, EGRESS_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' };
  }

  static async open(context: Context, engine: Engine, start: number): Promise<AlertScene> {
    const scene = new AlertScene(context, await context.store(engine), await movedClock(context, start));
    for (let at = 0; at < 2; at += 1) await scene.#startServer();
    await scene.#prepare();
    return scene;
  }

  async #startServer(): Promise<void> {
    this.#servers.push(await this.#context.start(this.store, this.#settings));
  }

  get today(): string {
    return dayAt(this.clock.now(), timeZone);
  }

  /** The owner, signed in anew: time has passed. */
  async #signedIn(): Promise<Client> {
    const url = this.#servers[0]?.url ?? '';
    this.#owner = this.#owner
      ? await signInOperator(url, this.#owner, password)
      : await registerOperator(url, 'owner@example.com', password);
    return this.#owner;
  }

  async #prepare(): Promise<void> {
    const owner = await this.#signedIn();
    const done = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await owner.call<{ data: T }>(method, path, body);
      assert.ok(answer.status < 300, answer.text);
      return answer.body.data;
    };
    const url = await this.channels.listen(this.#context);
    const look = { registration: false, dns: false, tls: false };
    await done('PUT', '/alert-settings', { timeZone, ...quiet, look });
    const channelIds: string[] = [];
    for (const name of channelNames) {
      const channel = { name, type: 'webhook', config: { url: `${url}/${name}` } };
      channelIds.push((await done<{ channel: { id: string } }>('POST', '/channels', channel)).channel.id);
    }
    const { alertRules } = await done<{ alertRules: { id: string }[] }>('GET', '/alert-rules');
    await done('PUT', `/alert-rules/${alertRules[0]?.id}`, { channelIds });
    this.#registratorAccountId = (await createRecord(owner, 'registrator-accounts')).id;
  }

  /** Adds domains that expire within so many days, or have expired. */
  async add(count: number, withinDays: number): Promise<void> {
    const owner = await this.#signedIn();
    for (let left = count; left > 0; left -= 1) {
      const name = `d${(this.#added += 1)}.example`;
      const date = this.#someDay(withinDays);
      const { id } = await createFrom(owner, 'domains', {
        domain: name,
        registratorAccountId: this.#registratorAccountId,
        expirationDate: date,
      });
      this.model.domains.push({ id, name, date, former: [] });
    }
  }

  #someDay(withinDays: number): string {
    return addDays(this.today, this.#context.between(-5, withinDays));
  }

  /** Works off what is due; what a killed process held comes back after a minute. */
  async #settle(): Promise<void> {
    for (let attempt = 0; attempt <= mostKills; attempt += 1) {
      this.#run = jobsRun(this.#context, this.store, this.#settings);
      const code = await this.#run.ended;
      if (code === 0) return;
      assert.equal(code, null, this.#run.output());
    }
    throw new Error('`jobs run` was killed too often');
  }

  /** Kills one of the three processes, and starts it again. */
  async #kill(): Promise<void> {
    const victim = this.#context.between(0, 2);
    const [server] = victim < 2 ? this.#servers.splice(victim, 1) : [];
    if (server) await server.stop('SIGKILL');
    else this.#run?.child.kill('SIGKILL');
    this.channels.kills += 1;
    if (server) await this.#startServer();
  }

  /** Moves the clock, lets everybody work, perhaps kills one of them, and compares what was told with what must be. */
  async moveTo(time: number, kills: boolean): Promise<void> {
    await this.clock.set(time);
    const settled = this.#settle();
    if (kills) {
      await pause(this.#context.between(0, 4000));
      await Promise.all([this.#kill(), settled]);
      await this.#settle();
    } else await settled;
    this.#compare(time);
  }

  #compare(time: number): void {
    const messages = this.model.look(time);
    const at = `${new Date(time).toISOString()}, ${this.today}`;
    assert.deepEqual(this.channels.faults, [], at);
    for (const name of channelNames)
      assert.deepEqual(this.channels.unwanted(name, this.model.demanded), [], at);
    const hour = Number(
      new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(time),
    );
    const isQuiet = hour >= 22 || hour < 7;
    const told = messages.filter((message) => this.channels.has('steady', message));
    assert.deepEqual(told, isQuiet ? [] : messages, `${at}: ${isQuiet ? 'in quiet hours' : 'at once'}`);
  }

  /** Somebody does something at random, and what follows from it is done at once. */
  async act(): Promise<void> {
    const owner = await this.#signedIn();
    const { model, today } = this;
    const { between } = this.#context;
    const some = <T>(list: readonly T[]): T | undefined => list[between(0, list.length - 1)];
    const acts = ['renew', 'restore', 'delete', 'add', 'acknowledge', 'snooze', 'letExpire'] as const;
    const act = some(acts) ?? 'renew';
    const kept = model.domains.filter(({ date }) => date !== null);
    if (act === 'add') await this.add(1, 90);
    else if (act === 'renew' || act === 'restore') {
      const domain = some(act === 'renew' ? kept : kept.filter(({ former }) => former.length > 0));
      const date = act === 'renew' ? this.#someDay(120) : some(domain?.former ?? []);
      if (domain && date !== undefined && date !== domain.date) await this.#redate(owner, domain, date);
    } else if (act === 'delete') {
      const domain = some(kept);
      if (!domain) return;
      const { status, text } = await owner.call('DELETE', `/domains/${domain.id}`);
      assert.equal(status, 200, text);
      model.change(domain, null, today);
    } else {
      const domain = some(model.open(today));
      if (domain) await this.#answer(owner, domain, act);
    }
    await this.#settle();
    this.#compare(this.clock.now());
  }

  async #redate(owner: Client, domain: Domain, date: string): Promise<void> {
    const { status, text } = await owner.call('PUT', `/domains/${domain.id}`, { expirationDate: date });
    assert.equal(status, 200, text);
    this.model.change(domain, date, this.today);
  }

  async #answer(
    owner: Client,
    domain: Domain,
    action: 'acknowledge' | 'snooze' | 'letExpire',
  ): Promise<void> {
    const { body } = await owner.call<{ data: { alerts: { id: string; date: string }[] } }>(
      'GET',
      `/alerts?recordId=${domain.id}&area=domains`,
    );
    const ids = body.data.alerts.filter(({ date }) => date === domain.date).map(({ id }) => id);
    assert.equal(ids.length, 1, `${domain.name} ${domain.date} has ${ids.length} open alerts`);
    const until = Math.ceil(this.clock.now() / dayMs) * dayMs + this.#context.between(60, 14_400) * minuteMs;
    const sent = action === 'snooze' ? { action, until: new Date(until).toISOString() } : { action };
    const { status, text } = await owner.call('POST', '/alerts/bulk-actions', { records: { ids }, do: sent });
    assert.equal(status, 200, text);
    if (action === 'snooze') this.model.snooze(domain, until, this.today);
    if (action === 'letExpire') this.model.letExpire(domain, this.today);
  }
}
