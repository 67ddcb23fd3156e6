import { type Engine, newContext } from '../prove/context.ts';
import { type Selection, runEngine } from './engine-run.ts';
import { type Figure, lineOf, metOf, writeTable } from './report.ts';

const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** Engines and words of operations, in any order. */
function selectionOf(words: readonly string[]): Selection {
  const isEngine = (word: string): word is Engine => engines.some((engine) => engine === word);
  const chosen = words.filter(isEngine);
  return {
    engines: chosen.length > 0 ? chosen : engines,
    words: words.filter((word) => !isEngine(word)),
  };
}

const words = process.argv.slice(2);
const selection = selectionOf(words);
const figures: Figure[] = [];
const began = performance.now();
for (const engine of selection.engines) {
  const { context, end } = newContext({ seed: 1, quick: false, engines: [engine] });
  try {
    await runEngine(context, engine, selection, (figure) => {
      figures.push(figure);
      console.log(lineOf(figure).join(' | '));
    });
  } finally {
    await end();
  }
}
// The document holds whole runs only.
if (words.length === 0) writeTable('docs/performance.md', figures, process.env.DATABASE_DESCRIPTION ?? '');
const minutes = (performance.now() - began) / 60_000;
console.log(`${metOf(figures)} in ${minutes.toFixed(1)} minutes`);
if (figures.length === 0) throw new Error(`Nothing is called ${words.join(' ')}`);
