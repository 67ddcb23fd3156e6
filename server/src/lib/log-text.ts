import { type DestinationStream, pino } from 'pino';
import { inOneLine } from './in-one-line.ts';

type Fields = Record<string, unknown>;

const secondsOf = (time: unknown): string => `${new Date(Number(time)).toISOString().slice(0, 19)}Z`;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function wordsOf([name, value]: [string, unknown]): string {
  switch (name) {
    case 'req': {
      const { method, path, client } = value as Fields;
      return `${plain(method)} ${plain(path)} from ${plain(client)}`;
    }
    case 'res':
      return `status ${plain((value as Fields)['statusCode'])}`;
    case 'responseTime':
      return `${Math.round(Number(value))} ms`;
    default:
      return `${name} ${plain(value)}`;
  }
}

/** A line of the log for people: time, level, words. */
export function textOf(json: string): string {
  const { time, level, msg, ...fields } = JSON.parse(json) as Fields;
  const words = [...(msg === undefined ? [] : [plain(msg)]), ...Object.entries(fields).map(wordsOf)];
  return `${secondsOf(time)} ${pino.levels.labels[Number(level)] ?? plain(level)} ${inOneLine(words.join(', '))}\n`;
}

/** Writes the lines of the log as texts. */
export const asTexts = (stream: DestinationStream): DestinationStream => ({
  write: (line) => stream.write(textOf(line)),
});
