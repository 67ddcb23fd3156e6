import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wallClock } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import fc from 'fast-check';
import { boundsOf, crossed } from './distances.ts';
import { type Rule, policyOf } from './narrowest.ts';
import { outsideQuietHours } from '../deliveries/quiet-hours.ts';
import { type Standing, close, command, escalate, look, revive, unseen, wake } from './standing.ts';

const now = Date.parse('2027-03-10T12:00:00.000Z');
const usual = { distances: [60, 30, 14, 7, 3, 1, 0, -1], shares: [20, 10, 3] };
const domain = (daysLeft: number) => ({
  what: 'domain' as const,
  daysLeft,
  endsAt: now + daysLeft * dayMs,
  lifetimeMs: null,
});
const certificate = (lifetimeDays: number, left: number) => ({
  what: 'tls' as const,
  daysLeft: Math.floor(left),
  endsAt: now + left * dayMs,
  lifetimeMs: lifetimeDays * dayMs,
});
const reached = (dated: Parameters<typeof crossed>[1]) => crossed(usual, dated, now)?.distance;

describe('the most urgent distance', () => {
  test('is the nearest that is no less than the days left', () => {
    assert.deepEqual(
      [61, 60, 59, 8, 7, 0, -1, -400].map((left) => reached(domain(left))),
      [undefined, 60, 60, 14, 7, 0, -1, -1],
    );
  });

  test('is a share of the lifetime of a short certificate, of 12 hours at least; 0 and -1 hold for all', () => {
    assert.deepEqual(crossed(usual, certificate(90, 17.9), now), { distance: 18, share: 20 });
    assert.deepEqual(crossed(usual, certificate(90, 2.6), now), { distance: 2.7, share: 3 });
    assert.deepEqual(
      boundsOf(usual, { what: 'tls', lifetimeMs: 6 * dayMs }).map(({ distance }) => distance),
      [1.2, 0.6, 0.5, 0, -1],
    );
    assert.equal(reached(certificate(200, 41)), undefined);
    assert.equal(reached(certificate(200, 40)), 40);
    assert.equal(reached(certificate(201, 40)), 60);
    assert.equal(reached({ ...certificate(90, 0.2), daysLeft: 0 }), 0);
    assert.equal(reached(certificate(90, -1)), -1);
    assert.equal(reached({ ...certificate(90, 20), lifetimeMs: null }), 30);
  });
});

const rule = (fields: Partial<Rule>): Rule => ({
  ...{ id: '', name: '', tag: null, area: null, recordId: null, what: [], singleFrom: 7, ...usual },
  ...{ channelIds: [], userIds: [], escalation: [], isActive: true, isDefault: false, changes: [] },
  ...fields,
});
const [a, b] = [
  { type: 'client', value: 'a' },
  { type: 'client', value: 'b' },
];

describe('the rule that holds', () => {
  const all = [
    rule({ isDefault: true, distances: [60], userIds: null }),
    rule({ area: 'domains', distances: [50] }),
    rule({ tag: a, distances: [40, 5], channelIds: ['x'], userIds: ['u'] }),
    rule({ tag: b, distances: [30, 5], channelIds: ['x', 'y'], singleFrom: 9 }),
    rule({ recordId: 'r', distances: [20] }),
  ];
  const distances = (
    rules: Rule[],
    recordId: string,
    tags: (typeof a)[],
    area: 'domains' | 'servers' = 'domains',
  ) => policyOf(rules, { what: 'domain', area, recordId, tags })?.distances;

  test('is that of the record, else of its tags together, else of the area, else the default one', () => {
    assert.deepEqual(distances(all, 'r', [a]), [20]);
    assert.deepEqual(distances(all, 'q', [a]), [40, 5]);
    assert.deepEqual(distances(all, 'q', [a, b]), [40, 5, 30]);
    assert.deepEqual(distances(all, 'q', []), [50]);
    assert.deepEqual(distances(all, 'q', [], 'servers'), [60]);
    const both = policyOf(all, { what: 'domain', area: 'domains', recordId: 'q', tags: [a, b] });
    assert.deepEqual(
      [both?.channelIds, both?.userIds, both?.toOwners, both?.singleFrom],
      [['x', 'y'], ['u'], false, 9],
    );
  });

  test('is absent while it is inactive, or for something else', () => {
    const without = all.map((each) => (each.recordId === 'r' ? { ...each, isActive: false } : each));
    assert.deepEqual(distances(without, 'r', [a]), [40, 5]);
    const forTls = all.map((each) => (each.tag === a ? { ...each, what: ['tls' as const] } : each));
    assert.deepEqual(distances(forTls, 'q', [a]), [50]);
    assert.equal(distances([rule({ isDefault: true, isActive: false })], 'q', []), undefined);
  });
});

/** Looks in any order, with pauses, and what people do between. */
const days = fc.array(fc.integer({ min: -30, max: 90 }), { minLength: 1, maxLength: 30 });

describe('an alert', () => {
  test('tells each distance once at most, the most urgent after a pause, whatever the clock does', () => {
    fc.assert(
      fc.property(days, (seen) => {
        let standing = unseen(false);
        const told: number[] = [];
        for (const left of seen) {
          const step = look(standing, crossed(usual, domain(left), now), now);
          if (!step) continue;
          standing = step.standing;
          if (step.tells) told.push(standing.crossings.at(-1)?.distance ?? NaN);
        }
        assert.deepEqual(
          told,
          [...new Set(told)].sort((x, y) => y - x),
        );
        const nearest = Math.min(...seen.map((left) => reached(domain(left)) ?? Infinity));
        assert.equal(told.at(-1) ?? Infinity, nearest);
      }),
    );
  });

  test('that is not renewed, snoozed or first seen too late tells nothing', () => {
    const open = look(unseen(false), { distance: 30 }, now)?.standing ?? unseen(false);
    const act = (standing: Standing, does: Parameters<typeof command>[1]) => {
      const step = command(standing, does, now);
      assert.ok(typeof step === 'object' && 'standing' in step);
      assert.equal(step.tells, null);
      return step.standing;
    };
    const told = (standing: Standing) => look(standing, { distance: 7 }, now)?.tells;
    assert.equal(told(open), 'crossed');
    assert.equal(told(act(open, { action: 'acknowledge' })), 'crossed');
    assert.equal(told(act(open, { action: 'letExpire' })), null);
    assert.equal(look(unseen(true), { distance: -1 }, now)?.tells, null);
    const snoozed = act(open, { action: 'snooze', until: now + dayMs });
    assert.equal(wake(snoozed, now), null);
    assert.equal(wake(snoozed, now + dayMs)?.tells, null);
    const nearer = look(snoozed, { distance: 7 }, now)?.standing ?? snoozed;
    assert.deepEqual([nearer.state, wake(nearer, now + dayMs)?.tells], ['SNOOZED', 'crossed']);
    // What was crossed meanwhile is not told after an undo either.
    const reopened = act(nearer, { action: 'reopen' });
    assert.deepEqual([reopened.state, told(reopened)], ['OPEN', undefined]);
  });

  test('that comes back after it was closed stands as before', () => {
    const open = look(unseen(false), { distance: 30 }, now)?.standing ?? unseen(false);
    const closed = close(open, 'gone')?.standing ?? open;
    assert.equal(look(closed, { distance: 7 }, now), null);
    assert.deepEqual(command(closed, { action: 'reopen' }, now), { refusal: 'This alert is closed' });
    const back = revive(closed, now)?.standing ?? closed;
    assert.equal(look(back, { distance: 30 }, now), null);
    assert.equal(look(back, { distance: 14 }, now)?.tells, 'crossed');
  });

  test('is escalated once a level while nobody acknowledges it', () => {
    const steps = [
      { afterDays: 2, channelIds: ['a'] },
      { afterDays: 5, channelIds: ['b'] },
    ];
    let standing = look(unseen(false), { distance: 30 }, now)?.standing ?? unseen(false);
    const told: (string | undefined)[] = [];
    for (let day = 0; day < 9; day += 1) {
      const step = escalate(standing, steps, now + day * dayMs);
      if (!step) continue;
      standing = step.standing;
      told.push(`${day} ${step.to.channelIds.join()}`);
    }
    assert.deepEqual(told, ['2 a', '5 b']);
    const acknowledged = command(standing, { action: 'acknowledge' }, now);
    assert.ok(typeof acknowledged === 'object' && 'standing' in acknowledged);
    assert.equal(escalate({ ...acknowledged.standing, level: 0 }, steps, now + 90 * dayMs), null);
  });
});

describe('quiet hours', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const two = (number: number) => String(number).padStart(2, '0');
    return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
  });

  test('delay to their end, by a day at most, and never again', () => {
    const at = fc.integer({ min: now, max: now + 400 * dayMs });
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, time, at, (timeZone, quietFrom, quietTo, asked) => {
        const hours = { timeZone, quietFrom, quietTo };
        const sent = outsideQuietHours(hours, asked);
        assert.ok(sent >= asked && sent <= asked + dayMs + 3_600_000, `${sent - asked}`);
        if (sent > asked) assert.ok(outsideQuietHours(hours, sent) - sent <= 3_600_000);
      }),
      { numRuns: 300 },
    );
  });

  test('over midnight end in the morning, also in a night in which the clocks are changed', () => {
    const night = { timeZone: 'Europe/Berlin', quietFrom: '22:00', quietTo: '02:30' };
    const end = (text: string) => new Date(outsideQuietHours(night, Date.parse(text))).toISOString();
    assert.equal(end('2027-02-01T21:30:00.000Z'), '2027-02-02T01:30:00.000Z');
    assert.equal(end('2027-02-01T12:00:00.000Z'), '2027-02-01T12:00:00.000Z');
    assert.equal(end('2027-03-27T22:00:00.000Z'), '2027-03-28T01:00:00.000Z');
    assert.equal(end('2027-10-30T22:00:00.000Z'), '2027-10-31T00:30:00.000Z');
    // The second 02:10 of that night: the hours ended at the first 02:30.
    assert.equal(end('2027-10-31T01:10:00.000Z'), '2027-10-31T01:10:00.000Z');
    assert.equal(
      wallClock(Date.parse(end('2027-03-27T22:00:00.000Z')), 'Europe/Berlin'),
      Date.parse('2027-03-28T03:00Z'),
    );
  });
});
