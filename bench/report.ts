import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** One line of the table. */
export interface Figure {
  operation: string;
  engine: string;
  /** How many domains the measured operator has. */
  size: number;
  product: string;
  floor?: string;
  result: string;
  goal: string;
  isMet: boolean;
}

const heads = ['Operation', 'Engine', 'Domains', 'Product', 'Floor', 'Result', 'Goal', 'Met'];
const number = new Intl.NumberFormat('en-US');
export const perSecond = (value: number): string => `${number.format(Math.round(value))}/s`;
export const inMs = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const inTimes = (value: number): string => `${value.toFixed(2)} ×`;
export const inMB = (value: number): string => `${value.toFixed(0)} MB`;

type Goal = Pick<Figure, 'result' | 'goal' | 'isMet'>;
type Show = (value: number) => string;
/** Says what the value is of, in the result alone. */
type Phrase = (shown: string) => string;
const alone: Phrase = (shown) => shown;

export const atMost = (value: number, most: number, show: Show, phrase = alone): Goal => ({
  result: phrase(show(value)),
  goal: `≤ ${show(most)}`,
  isMet: value <= most,
});
export const atLeast = (value: number, least: number, show: Show, phrase = alone): Goal => ({
  result: phrase(show(value)),
  goal: `≥ ${show(least)}`,
  isMet: value >= least,
});

export const ofFloorTime: Phrase = (shown) => `${shown} the floor's time`;

export const lineOf = (figure: Figure): string[] => [
  figure.operation,
  figure.engine,
  number.format(figure.size),
  figure.product,
  figure.floor ?? '',
  figure.result,
  figure.goal,
  figure.isMet ? 'yes' : '**no**',
];

const begin = '<!-- The table is written by `npm run bench`. -->';
const end = '<!-- End of the table. -->';

function machine(database: string): string {
  const processors = cpus();
  return [
    new Date().toISOString().slice(0, 10),
    `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite ?? ''}`,
    `PostgreSQL ${database}`,
    `commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}`,
  ].join(', ');
}

/** Replaces the table of a document and leaves its prose. */
export function writeTable(path: string, figures: readonly Figure[], database: string): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [row(heads), row(heads.map(() => '---')), ...figures.map((figure) => row(lineOf(figure)))];
  const met = `${figures.filter(({ isMet }) => isMet).length} of ${figures.length} goals met.`;
  const document = readFileSync(path, 'utf8');
  const [before, after] = [document.indexOf(begin), document.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${path} has no place for the table`);
  const written = `${begin}\n\nMeasured ${machine(database)}. ${met}\n\n${table.join('\n')}\n\n`;
  writeFileSync(path, document.slice(0, before) + written + document.slice(after));
}
