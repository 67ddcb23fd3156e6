import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checkStates } from '../lookups/lookups.routes.ts';
import {
  type KnownBefore,
  type RegistryDate,
  isLaterDay,
  isOtherDay,
  isUnconfirmed,
  shownDate,
} from './shown-date.ts';

const day = (text: string) => Date.parse(text);
const rdap = (date: string, ...statuses: string[]): RegistryDate => ({
  source: 'rdap',
  date: day(date),
  statuses,
});
const whois = (date: string, ...statuses: string[]): RegistryDate => ({
  ...rdap(date, ...statuses),
  source: 'whois',
});
const before = (confirmed: string | null, state: KnownBefore['state'] = 'dated'): KnownBefore => ({
  state,
  confirmed: confirmed === null ? null : day(confirmed),
});
const typed = day('2027-01-05');
const none = { typed: null, found: [], check: null, before: null };

describe('the date that is shown', () => {
  test('is that of RDAP, else of WHOIS, else the typed one', () => {
    const found = [whois('2027-02-02'), rdap('2027-03-03')];
    const shown = (some: readonly RegistryDate[], own: number | null) => {
      const { date, source } = shownDate({ typed: own, found: some, check: 'ok', before: null });
      return [source, date];
    };
    assert.deepEqual(shown(found, typed), ['rdap', day('2027-03-03')]);
    assert.deepEqual(shown(found.slice(0, 1), typed), ['whois', day('2027-02-02')]);
    assert.deepEqual(shown([], typed), ['typed', typed]);
    assert.deepEqual(shown([], null), [null, null]);
  });

  test('has a state that tells what looking gave, and that a failure leaves', () => {
    const states = (own: number | null, found: RegistryDate[], known: KnownBefore | null = null) =>
      [...checkStates, null].map((check) => shownDate({ typed: own, found, check, before: known }).state);
    assert.deepEqual(states(null, []), [
      'unchecked',
      'unknown',
      'unpublished',
      'unregistered',
      'unknown',
      'unknown',
    ]);
    assert.deepEqual(states(typed, []), ['dated', 'dated', 'unpublished', 'unregistered', 'dated', 'dated']);
    const seen = [rdap('2027-03-03')];
    assert.deepEqual(states(typed, seen), ['dated', 'dated', 'dated', 'unregistered', 'dated', 'dated']);
    assert.equal(states(typed, [], before(null, 'unpublished'))[4], 'unpublished');
    assert.equal(states(null, seen, before(null, 'unregistered'))[4], 'unregistered');
    assert.equal(states(typed, seen, before(null, 'unregistered'))[1], 'dated');
  });

  test('stays the one before while a renewal is not confirmed', () => {
    const renewed = [rdap('2028-01-04T10:00:00Z', 'active', 'auto renew period')];
    const shown = (own: number | null, known: KnownBefore | null, found = renewed) => {
      const { date, source, renewal, confirmed } = shownDate({
        typed: own,
        found,
        check: 'ok',
        before: known,
      });
      return [date, source, renewal, confirmed];
    };
    const last = day('2027-01-04T10:00:00Z');
    assert.deepEqual(shown(typed, before('2027-01-04T10:00:00Z')), [last, 'rdap', 'unconfirmed', last]);
    assert.deepEqual(shown(typed, null), [typed, 'typed', 'unconfirmed', null]);
    assert.deepEqual(shown(null, null), [last, 'rdap', 'unconfirmed', null]);
    const now = day('2028-01-04T10:00:00Z');
    assert.deepEqual(shown(typed, before('2027-01-04T10:00:00Z'), [rdap('2028-01-04T10:00:00Z', 'active')]), [
      now,
      'rdap',
      null,
      now,
    ]);
    assert.deepEqual(
      shown(null, null, [whois('2028-02-29', 'autoRenewPeriod https://icann.org/epp#autoRenewPeriod')])[0],
      day('2027-02-28'),
    );
  });

  test('is unconfirmed by the status in any spelling, and by no other', () => {
    for (const status of ['auto renew period', 'autoRenewPeriod', 'AUTO-RENEW-PERIOD'])
      assert.ok(isUnconfirmed({ statuses: ['ok', status] }), status);
    assert.ok(
      !isUnconfirmed({ statuses: ['renew period', 'add period', 'auto renew', 'redemption period'] }),
    );
  });

  test('comes from a source exactly if there is one, whatever is known', () => {
    const at = fc.integer({ min: day('2000-01-01'), max: day('2100-01-01') });
    const dates = fc.array(
      fc.record({
        source: fc.constantFrom('rdap' as const, 'whois' as const),
        date: at,
        statuses: fc.array(fc.constantFrom('active', 'auto renew period')),
      }),
      { maxLength: 2 },
    );
    const known = fc.record({ state: fc.constant('dated' as const), confirmed: fc.option(at) });
    const check = fc.option(fc.constantFrom(...checkStates));
    fc.assert(
      fc.property(fc.option(at), dates, check, fc.option(known), (own, found, state, known_) => {
        const shown = shownDate({ typed: own, found, check: state, before: known_ });
        assert.equal(shown.date === null, shown.source === null);
        assert.equal(shown.date === null, own === null && found.length === 0);
        if (found.length === 0) assert.deepEqual([shown.date, shown.renewal], [own, null]);
        if (shown.renewal !== null) assert.equal(shown.confirmed, known_?.confirmed ?? null);
        assert.ok(shown.date !== null || shown.state !== 'dated');
        // Looking again and finding the same changes nothing.
        assert.deepEqual(shownDate({ typed: own, found, check: state, before: shown }), shown);
      }),
    );
  });

  test('of nothing looked up and nothing typed is unknown', () => {
    assert.deepEqual(shownDate(none), {
      date: null,
      source: null,
      renewal: null,
      state: 'unknown',
      confirmed: null,
    });
  });
});

describe('two dates', () => {
  test('are compared by the calendar day of the workspace', () => {
    const [midnight, morning] = [day('2027-12-10'), day('2027-12-10T04:00:00Z')];
    assert.equal(isOtherDay(midnight, morning, 'UTC'), false);
    assert.equal(isOtherDay(midnight, morning, 'America/Los_Angeles'), true);
    assert.equal(isOtherDay(null, morning, 'UTC'), true);
    assert.equal(isOtherDay(null, null, 'UTC'), false);
  });

  test('are exchanged if the registry has a later day, or none was typed', () => {
    const registry = day('2028-01-05T03:00:00Z');
    const isLater = (own: number | null, timeZone = 'UTC') => isLaterDay(registry, own, timeZone);
    assert.equal(isLater(typed), true);
    assert.equal(isLater(null), true);
    assert.equal(isLater(day('2028-01-05')), false);
    assert.equal(isLater(day('2028-01-04')), true);
    assert.equal(isLater(day('2028-01-04'), 'America/New_York'), false);
    assert.equal(isLater(day('2029-01-05')), false);
  });
});
