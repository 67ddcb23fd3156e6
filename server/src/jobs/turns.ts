import { BoundedCache } from '../lib/bounded-cache.ts';
import type { JobRow } from './queue.ts';

/** So many of one workspace's jobs of a kind run at once, half of those of a process: a lane is free for others. */
export const mostOfOneWorkspace = 8;

type Whose = Pick<JobRow, 'kind' | 'ownerId'>;

const workspaceOf = ({ kind, ownerId }: Whose): string => `${kind} ${ownerId}`;

/** Gives each kind its turn, and in it each workspace, so that thousands of jobs of one hold up no other. */
export class Turns {
  #started = new BoundedCache<number>({ max: 10_000 });
  #count = 0;

  /**
   * Of the kinds with the fewest running, the one that has waited longest; of its workspaces the same; of that one the
   * first row, which is taken out.
   */
  next<Row extends Whose>(rows: Row[], running: readonly Whose[]): Row | undefined {
    const counts = new Map<string, number>();
    for (const each of running)
      for (const key of [each.kind, workspaceOf(each)]) counts.set(key, (counts.get(key) ?? 0) + 1);
    const rankIn = (key: string) => [counts.get(key) ?? 0, this.#started.get(key) ?? 0];
    const isFull = (row: Whose): boolean =>
      row.ownerId !== null && (counts.get(workspaceOf(row)) ?? 0) >= mostOfOneWorkspace;
    let best: { row: Row; rank: number[] } | undefined;
    for (const row of rows) {
      if (isFull(row)) continue;
      const rank = [...rankIn(row.kind), ...rankIn(workspaceOf(row))];
      if (!best || isBefore(rank, best.rank)) best = { row, rank };
    }
    if (!best) return undefined;
    rows.splice(rows.indexOf(best.row), 1);
    this.#count += 1;
    for (const key of [best.row.kind, workspaceOf(best.row)]) this.#started.set(key, this.#count);
    return best.row;
  }
}

function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((each, index) => each !== other[index]);
  return at >= 0 && (rank[at] ?? 0) < (other[at] ?? 0);
}
