import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Operator } from './harness.ts';

/** Waits until the server has raised so many alerts. */
export async function raised(someone: Operator, count: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { stats } = await someone.api<{ stats: { open: number } }>('GET', '/alerts/stats');
    if (stats.open === count) return;
    await pause(100);
  }
  assert.fail('no alerts were raised');
}
