import type { Column } from './table-props.ts';

/** By column id, in pixels. */
export type Widths = Readonly<Record<string, number>>;

type Bounds = Pick<Column<unknown>, 'id' | 'width' | 'most' | 'isWhole'>;

const most = 300;
/** A narrower column could not be grabbed again. */
export const narrowest = 48;

/**
 * Makes columns as wide as their content, within their bounds. If there is not enough room, columns that must be whole grow
 * first, and all give up the same share of what they have above their minimum; below their minimums, of the space that
 * their content leaves empty. Chosen widths are kept.
 */
export function fitColumns(
  columns: readonly Bounds[],
  content: Widths,
  chosen: Widths,
  room: number,
): Widths {
  const least = (column: Bounds) => chosen[column.id] ?? column.width;
  const wanted = (column: Bounds) => {
    const upTo = Math.max(column.width, column.most ?? most);
    return Math.max(0, Math.min(content[column.id] ?? 0, upTo) - column.width);
  };
  const free = columns.filter(({ id }) => chosen[id] === undefined);
  const spare = Math.max(0, room - sum(columns.map(least)));
  const firstWanted = sum(free.filter(({ isWhole }) => isWhole).map(wanted));
  const othersWanted = sum(free.map(wanted)) - firstWanted;
  const first = Math.min(1, spare / Math.max(1, firstWanted));
  const others = Math.min(1, (spare - first * firstWanted) / Math.max(1, othersWanted));
  const fitted = columns.map((column) => {
    const share = column.isWhole ? first : others;
    const more = chosen[column.id] === undefined ? wanted(column) * share : 0;
    return [column.id, Math.floor(least(column) + more)] as const;
  });
  // Distribute the remaining width among columns without a chosen width.
  const left = room - sum(fitted.map(([, width]) => width));
  const growing = sum(free.map(({ width }) => width));
  if (left < 0) {
    const empty = (column: Bounds) =>
      chosen[column.id] === undefined ? Math.max(0, column.width - (content[column.id] ?? column.width)) : 0;
    const share = Math.min(1, -left / Math.max(1, sum(columns.map(empty))));
    return Object.fromEntries(
      columns.map((column) => [column.id, Math.floor(least(column) - empty(column) * share)]),
    );
  }
  if (left === 0 || growing === 0) return Object.fromEntries(fitted);
  return Object.fromEntries(
    columns.map((column, place) => {
      const width = fitted[place]?.[1] ?? column.width;
      const more = chosen[column.id] === undefined ? (left * column.width) / growing : 0;
      return [column.id, Math.floor(width + more)];
    }),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
