import type { JobRow } from './queue.ts';

/** Gives each kind its turn, so that thousands of jobs of one kind hold up no other. */
export class Turns {
  #started = new Map<string, number>();
  #count = 0;

  /** Of the kinds with the fewest running, the one that has waited longest; of it the first row, which is taken out. */
  next(rows: JobRow[], running: readonly string[]): JobRow | undefined {
    const rank = ({ kind }: JobRow): [number, number] => [
      running.filter((each) => each === kind).length,
      this.#started.get(kind) ?? 0,
    ];
    let best: { row: JobRow; rank: [number, number] } | undefined;
    for (const row of rows) {
      if (row.kind === best?.row.kind) continue;
      const [count, started] = rank(row);
      if (!best || count < best.rank[0] || (count === best.rank[0] && started < best.rank[1]))
        best = { row, rank: [count, started] };
    }
    if (!best) return undefined;
    rows.splice(rows.indexOf(best.row), 1);
    this.#started.set(best.row.kind, (this.#count += 1));
    return best.row;
  }
}
