import assert from 'node:assert/strict';
import { wallClock } from '@quartermaster/contract/rules/calendar';
import { timeZone } from '../alert-model.ts';
import { AlertScene } from '../alert-scene.ts';
import type { Context, Engine } from '../context.ts';
import { openData } from '../data.ts';
import type { Proof } from '../proof.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const start = Date.parse('2026-09-15T08:00:00Z');
const days = 200;
const domains = 60;
/** The clocks of the workspace go back in the first of these nights, and forward in the second. */
const nights = ['2026-10-25T00:00:00Z', '2027-03-28T00:00:00Z'].flatMap((night) =>
  Array.from({ length: 8 }, (_, half) => Date.parse(night) + (half - 3) * (hourMs / 2) + 5 * minuteMs),
);
/** Messages are tried for 14 days. */
const longestDownMs = 9 * dayMs;
const moreMoves = 60;
const chance = { leap: 0.05, back: 0.08, kill: 0.06, act: 0.35, down: 0.1 };

/** A time at which nothing falls due within the minutes that a look may take. */
function settledTime(time: number, wakes: readonly number[]): number {
  const sinceMidnight = wallClock(time, timeZone) % dayMs;
  const isLate = sinceMidnight > dayMs - 15 * minuteMs;
  const moved = isLate ? time + 20 * minuteMs : time;
  const wake = wakes.find((each) => each > moved - minuteMs && each < moved + 15 * minuteMs);
  return wake === undefined ? moved : settledTime(wake + 2 * minuteMs, wakes);
}

async function simulate(context: Context, engine: Engine): Promise<string> {
  const { random, between } = context;
  const scene = await AlertScene.open(context, engine, start);
  const { clock, channels, model } = scene;
  await scene.add(domains, days + 60);
  let [moves, jumps, acts, downSince] = [0, 0, 0, 0];
  const next = (): number => {
    const now = clock.now();
    const kind = random();
    if (kind < chance.leap + chance.back) jumps += 1;
    if (kind < chance.leap) return now + between(3, 8) * dayMs;
    if (kind < chance.leap + chance.back) return now - between(1, 60) * hourMs;
    const later = now + between(2, 38) * hourMs + between(0, 59) * minuteMs;
    return Math.min(later, ...nights.filter((night) => night > now));
  };
  const move = async (time: number): Promise<void> => {
    const settled = settledTime(time, model.wakes());
    if (channels.isDown && Math.abs(settled - downSince) > longestDownMs) channels.isDown = false;
    else if (!channels.isDown && random() < chance.down) {
      channels.isDown = true;
      downSince = settled;
    }
    await scene.moveTo(settled, random() < chance.kill);
    moves += 1;
  };
  await move(start + hourMs);
  while (clock.now() < start + days * dayMs) {
    await move(next());
    if (random() >= chance.act) continue;
    await scene.act();
    acts += 1;
  }

  // Everything that waits is sent once every channel is well again.
  channels.isAllWell = true;
  const { db } = openData(context, scene.store);
  const inState = (state: string) =>
    db.selectFrom('deliveries').select('subject').where('state', '=', state).execute();
  for (let more = 0; (await inState('waiting')).length > 0; more += 1) {
    assert.ok(more < moreMoves, `messages still wait on ${engine}`);
    await scene.moveTo(settledTime(clock.now() + 7 * hourMs, model.wakes()), false);
  }
  assert.deepEqual(await inState('given-up'), []);
  assert.deepEqual(channels.compare(model.demanded, model.excused), [], engine);
  return (
    `${engine}: ${days} days in ${moves} moves of the clock (${jumps} leaps and returns), ${channels.kills} kills, ` +
    `${acts} acts: ${model.demanded.size} crossings of ${model.domains.length} domains over 3 channels in ` +
    `${channels.attempts} attempts, 0 lost, 0 doubled, ${channels.repeated} keys repeated after a crash`
  );
}

export const alerts: Proof = {
  name: 'alerts',
  promise:
    'Whatever the clock does, whichever process is killed and whichever channel is down: each reminder is told once over each channel, and none is lost.',
  seconds: 3600,
  quick: false,
  run: async (context) =>
    (await Promise.all(context.engines.map((engine) => simulate(context, engine)))).join('; '),
};
