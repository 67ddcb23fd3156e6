import { sql } from 'kysely';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import type { JobRow } from './queue.ts';

/** Workspaces asked at once; the others follow at the next look. */
const workspacesAtOnce = 200;

/** Finds due jobs of workspaces behind another one's thousands, in the order of their ids, a part of them at a time. */
export class NextOfEach {
  /** The last workspace that was asked, by kind. */
  #asked = new Map<string, string>();

  /** The job of a kind that has been due longest, of each of the next workspaces. */
  async rows(db: Db, kind: string, now: number): Promise<JobRow[]> {
    const waiting = sql`from jobs where kind = ${kind} and holder is null and "ownerId"`;
    const after = this.#asked.get(kind) ?? '';
    // Each step finds the next workspace in the index, however many jobs the one before has.
    const { rows } = await read(
      db,
      sql<{ asked: string } & { [Column in keyof JobRow]: JobRow[Column] | null }>`
        with recursive workspaces(asked) as (
          select (select "ownerId" ${waiting} > ${after} order by "ownerId" limit 1)
          union all
          select (select "ownerId" ${waiting} > workspaces.asked order by "ownerId" limit 1)
          from workspaces where asked is not null)
        select turns.asked, jobs.* from (
          select asked from workspaces where asked is not null limit ${sql.lit(workspacesAtOnce)}) as turns
        left join jobs on jobs.id = (
          select id ${waiting} = turns.asked and "runAt" <= ${now} order by "runAt" limit 1)
        order by turns.asked`,
    );
    this.#asked.set(kind, rows.length < workspacesAtOnce ? '' : (rows.at(-1)?.asked ?? ''));
    return rows.flatMap(({ asked, ...row }) => (row.id === null ? [] : [row as JobRow]));
  }
}
