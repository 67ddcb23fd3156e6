import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { SourceError, tooManyCells } from './table.ts';
import { walkXml } from './xml.ts';

/** A cell that holds a value, as it is stored: the index of a shared string, a number, a text. */
export interface StoredCell {
  /** From 0. */
  row: number;
  column: number;
  type: string;
  style: number;
  text: string;
}

const rowNumber = /^[1-9]\d{0,6}$/;
const place = /^([a-z]{1,3})([1-9]\d{0,6})$/i;

/** '1' is 0: rows count from 0. What is no number of a row throws, so that no cell is lost. */
function rowOf(number: string): number {
  if (!rowNumber.test(number)) throw new Error('A row has no number');
  return Number(number) - 1;
}

/** 'AB' is 27: columns count from 0. */
const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Adds up the texts of a file, and refuses what no import takes as soon as it is read. */
export class TextCount {
  #all = 0;

  /** Appends a part to the text of a cell. */
  joined(text: string, part: string): string {
    const whole = text + part;
    if (whole.length > limits.importCell)
      throw new SourceError(`A cell has more than ${limits.importCell.toLocaleString('en')} characters`);
    return whole;
  }

  add(text: string): void {
    if ((this.#all += text.length) > serverLimits.importText)
      throw new SourceError(
        `The texts of this file have more than ${serverLimits.importText.toLocaleString('en')} characters`,
      );
  }
}

/**
 * The cells of a sheet that hold a value. Rows and cells that do not say where they are follow the one before. Refuses a
 * sheet whose values reach over more cells than a table may have.
 */
export async function storedCells(sheet: AsyncIterable<Buffer>, count: TextCount): Promise<StoredCell[]> {
  const cells: StoredCell[] = [];
  const last = { row: -1, column: -1 };
  const most = { row: 0, column: 0 };
  let cell: StoredCell | null = null;
  let isValue = false;
  let isPhonetic = false;
  const expectRoom = () => {
    // Several may be said to be at one place.
    const taken = Math.max(cells.length, (most.row + 1) * (most.column + 1));
    if (taken > limits.importCells) throw tooManyCells();
  };
  const begin = (attributes: Readonly<Record<string, string>>) => {
    const { r } = attributes;
    if (r === undefined) last.column += 1;
    else {
      const [, letters = '', row = ''] = place.exec(r) ?? [];
      last.row = rowOf(row);
      last.column = columnOf(letters);
    }
    const { t: type = 'n', s = '0' } = attributes;
    cell = { row: last.row, column: last.column, type, style: Number(s), text: '' };
  };
  const end = () => {
    if (!cell || cell.text === '') return;
    count.add(cell.text);
    cells.push(cell);
    most.row = Math.max(most.row, cell.row);
    most.column = Math.max(most.column, cell.column);
    expectRoom();
  };
  await walkXml(sheet, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        last.row = attributes['r'] === undefined ? last.row + 1 : rowOf(attributes['r']);
        last.column = -1;
      } else if (tag === 'c') begin(attributes);
      else if (tag === 'rPh') isPhonetic = true;
      else if (cell && (tag === 'v' || tag === 't')) isValue = !isPhonetic;
    },
    text: (part) => {
      if (cell && isValue) cell.text = count.joined(cell.text, part);
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isValue = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'c') {
        end();
        cell = null;
      }
    },
  });
  return cells;
}

/** The shared strings with these indexes. */
export async function sharedTexts(
  part: AsyncIterable<Buffer>,
  wanted: ReadonlySet<number>,
  count: TextCount,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  let index = -1;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await walkXml(part, {
    open: (tag) => {
      if (tag === 'si') {
        index += 1;
        text = '';
      } else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 't') isText = !isPhonetic && wanted.has(index);
    },
    text: (piece) => {
      if (isText) text = count.joined(text, piece);
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'si' && wanted.has(index)) {
        count.add(text);
        texts.set(index, text);
      }
    },
  });
  return texts;
}
