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
  /** Null: not measured. */
  isMet: boolean | null;
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

const goalOf = (value: number, goal: string, isMet: boolean, show: Show, phrase: Phrase): Goal =>
  Number.isNaN(value)
    ? { result: 'not measured', goal, isMet: null }
    : { result: phrase(show(value)), goal, isMet };

export const atMost = (value: number, most: number, show: Show, phrase = alone): Goal =>
  goalOf(value, `≤ ${show(most)}`, value <= most, show, phrase);
export const atLeast = (value: number, least: number, show: Show, phrase = alone): Goal =>
  goalOf(value, `≥ ${show(least)}`, value >= least, show, phrase);

interface Named {
  name: string;
  value: number;
}

/** The largest value with its name; NaN when there is none, or one was not measured. */
export const largest = (values: readonly Named[]): Named =>
  values.find(({ value }) => Number.isNaN(value)) ??
  values.toSorted((a, b) => b.value - a.value)[0] ?? { name: '', value: NaN };

export const ofFloorTime: Phrase = (shown) => `${shown} the floor's time`;

export const lineOf = (figure: Figure): string[] => [
  figure.operation,
  figure.engine,
  number.format(figure.size),
  figure.product,
  figure.floor ?? '',
  figure.result,
  figure.goal,
  figure.isMet === null ? 'not measured' : figure.isMet ? 'yes' : '**no**',
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

export const metOf = (figures: readonly Figure[]): string =>
  `${figures.filter(({ isMet }) => isMet).length} of ${figures.length} goals met`;

/** Replaces the table of a document and leaves its prose. */
export function writeTable(path: string, figures: readonly Figure[], database: string): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [row(heads), row(heads.map(() => '---')), ...figures.map((figure) => row(lineOf(figure)))];
  const met = `${metOf(figures)}.`;
  const document = readFileSync(path, 'utf8');
  const [before, after] = [document.indexOf(begin), document.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${path} has no place for the table`);
  const written = `${begin}\n\nMeasured ${machine(database)}. ${met}\n\n${table.join('\n')}\n\n`;
  writeFileSync(path, document.slice(0, before) + written + document.slice(after));
}
