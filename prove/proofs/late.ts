import type { Context, Engine } from '../context.ts';
import { openData } from '../data.ts';
import { answersBreakOff } from '../late-answers.ts';
import { bodiesComeLate } from '../late-bodies.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { newTeam } from '../team.ts';

async function attack(context: Context, engine: Engine): Promise<{ bodies: number; answers: number }> {
  const store = await context.store(engine);
  // One after the other, since the first start creates the tables.
  const here = await context.start(store);
  const other = await context.start(store);
  const administrator = await registerOperator(other.url, 'admin@example.com');
  const teams = [await newTeam(other.url, 'control'), await newTeam(other.url, 'team')] as const;
  const data = openData(context, store);
  const bodies = await bodiesComeLate(here.url, teams, administrator, data);
  const readers = await newTeam(other.url, 'readers');
  const answers = await answersBreakOff(here.url, readers, administrator);
  return { bodies, answers };
}

export const late: Proof = {
  name: 'late',
  promise: 'Rights that are taken away while a body or an answer is under way no longer count after 10 s.',
  seconds: 600,
  quick: false,
  run: async (context) => {
    let [bodies, answers] = [0, 0];
    for (const engine of context.engines) {
      const tried = await attack(context, engine);
      bodies += tried.bodies;
      answers += tried.answers;
    }
    return `${bodies} bodies completed 10 s later were refused, 0 writes; ${answers} answers broke off, 0 secrets`;
  },
};
