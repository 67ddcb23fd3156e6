/** A column as its header and its exports name it. */
export interface ListColumn {
  id: string;
  header: string;
  headings?: readonly string[] | undefined;
}

/** Columns in a chosen order of ids. The first one stays first; those that the order lacks stay at the end. */
export function inOrder<C extends Pick<ListColumn, 'id'>>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  if (order.length === 0) return columns;
  const placeOf = ({ id }: C) => (order.includes(id) ? order.indexOf(id) : order.length);
  const [first, ...others] = columns;
  return first ? [first, ...others.sort((one, other) => placeOf(one) - placeOf(other))] : columns;
}

/** The order of ids in which one of them takes the place of another. */
export function moved(order: readonly string[], id: string, to: string): string[] {
  const others = order.filter((other) => other !== id);
  return others.toSpliced(order.indexOf(to), 0, id);
}

/**
 * The headings of a file in the order of the columns that show them; one that no column shows stays behind the one before
 * it.
 */
export function inColumnOrder(
  headings: readonly string[],
  columns: readonly ListColumn[],
): readonly string[] {
  let last = 0;
  const places = headings.map((heading) => {
    const place = columns.findIndex(({ header, headings: shown = [header] }) => shown.includes(heading));
    last = place < 0 ? last : place;
    return { heading, place: last };
  });
  return places.sort((one, other) => one.place - other.place).map(({ heading }) => heading);
}

/** Those of the headings of a file that columns show, in the order of the columns. */
export const headingsIn = (headings: readonly string[], columns: readonly ListColumn[]): readonly string[] =>
  columns.flatMap(({ header, headings: shown = [header] }) =>
    shown.filter((heading) => headings.includes(heading)),
  );
