import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { type CalendarEvent, type Listed, nextEvents } from './calendars.events.ts';
import { calendarText } from './calendars.text.ts';

const listed = (days: Record<string, string>, isCut = false): Listed => ({
  days: new Map(Object.entries(days)),
  isCut,
});
const first = { a: '2030-01-01', b: '2030-02-01' };
const told = nextEvents([], listed(first), 1000);
const next = (before: readonly CalendarEvent[], days: Record<string, string>, now: number) =>
  nextEvents(before, listed(days), now);

describe('what a calendar tells', () => {
  test('begins with sequence 0 and stays the same while nothing changes', () => {
    assert.deepEqual(told, [
      { id: 'a', day: '2030-01-01', sequence: 0, changedAt: 1000, goneAt: null },
      { id: 'b', day: '2030-02-01', sequence: 0, changedAt: 1000, goneAt: null },
    ]);
    assert.deepEqual(next(told, first, 5000), told);
  });

  test('counts a date that moved, and only that one', () => {
    const moved = next(told, { ...first, b: '2031-02-01' }, 2000);
    assert.deepEqual(moved, [
      told[0],
      { id: 'b', day: '2031-02-01', sequence: 1, changedAt: 2000, goneAt: null },
    ]);
  });

  test('cancels a date that is gone for 30 days, also after the clock was set back', () => {
    const gone = next(told, { a: first.a }, 2000);
    const cancelled = { id: 'b', day: '2030-02-01', sequence: 1, changedAt: 2000, goneAt: 2000 };
    assert.deepEqual(gone, [told[0], cancelled]);
    for (const now of [2000 + 30 * dayMs - 1, 0])
      assert.deepEqual(next(gone, { a: first.a }, now), [told[0], cancelled]);
    assert.deepEqual(next(gone, { a: first.a }, 2000 + 30 * dayMs), [told[0]]);
    assert.deepEqual(next(gone, first, 3000)[1], {
      ...cancelled,
      sequence: 2,
      changedAt: 3000,
      goneAt: null,
    });
  });

  test('does not call gone what has left the part that is listed', () => {
    const before = nextEvents([], listed({ past: '2029-01-01', ...first, far: '2040-01-01' }), 1000);
    const cut = nextEvents(before, listed({ a: '2030-01-01', c: '2030-03-01' }, true), 2000);
    assert.deepEqual(
      cut.map(({ id, goneAt }) => [id, goneAt]),
      [
        ['a', null],
        ['c', null],
        ['b', 2000],
      ],
    );
  });

  test('has at most as many cancelled dates as dates', () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.calendarEvents + 5 }, (_, at) => [at, first.a]),
    );
    assert.equal(next(next([], many, 1), {}, 2).length, limits.calendarEvents);
  });

  test('is in one line each, without control characters, folded between characters', async () => {
    const name = `a\u0000b\nBEGIN:VEVENT\r\n; ${'😀é中'.repeat(30)}`;
    const said = { name, what: 'other', label: 'x\u0007', area: 'servers', recordId: 'r' } as const;
    const parts = calendarText(
      { name, publicUrl: 'https://a.example' },
      told.slice(0, 1),
      new Map([['a', said]]),
    );
    let text = '';
    for await (const part of parts) text += part;
    for (const line of text.split('\r\n')) {
      assert.ok(Buffer.byteLength(line) <= 75 && line.isWellFormed(), line);
      assert.doesNotMatch(line, /\p{Cc}/u);
    }
    assert.equal(text.match(/^BEGIN:VEVENT/gm)?.length, 1);
    const whole = `a b BEGIN:VEVENT \\; ${'😀é中'.repeat(30)}`;
    const unfolded = text.replaceAll('\r\n ', '');
    for (const said of [`\r\nNAME:${whole}\r\n`, `\r\nSUMMARY:${whole}: Other (x ) expires\r\n`])
      assert.ok(unfolded.includes(said), unfolded);
  });
});
