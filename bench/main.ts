import { parseArgs } from 'node:util';
import { newContext } from '../prove/context.ts';
import { measure } from './measure.ts';
import { type Figure, lineOf, writeTable } from './report.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    size: { type: 'string', multiple: true, default: ['1000', '10000', '100000'] },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
  },
});

const figures: Figure[] = [];
for (const engine of values.engine as ('sqlite' | 'postgres')[]) {
  const { context, end } = newContext({ seed: 1, quick: false, engines: [engine] });
  try {
    await measure(context, engine, {
      sizes: values.size.map(Number),
      rounds: Number(values.rounds),
      isWanted: (name) => !values.only || values.only.some((wanted) => name.includes(wanted)),
      tell: (figure) => {
        figures.push(figure);
        console.log(lineOf(figure).join(' | '));
      },
    });
  } finally {
    await end();
  }
}
// A part of it is for whoever looks into that part.
const isWhole = !values.only && values.engine.length === 2 && values.size.length === 3;
if (isWhole) writeTable('docs/performance.md', figures, process.env.DATABASE_DESCRIPTION ?? '');
console.log(`${figures.filter(({ isMet }) => isMet).length} of ${figures.length} goals met`);
