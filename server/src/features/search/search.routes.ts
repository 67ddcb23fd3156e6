import { areas } from '@quartermaster/contract/api/areas';
import { limits } from '@quartermaster/contract/rules/limits';
import { search } from '@quartermaster/contract/search/search.schema';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { find } from './search.repository.ts';

export function searchRoutes({ api, db }: Services): void {
  implement(api, search, async ({ caller: { owner }, query }) => {
    const words = query.q.toLowerCase();
    const found = await Promise.all(
      areas.map(async (area) => ({
        area,
        hits: await find(db, owner, tableOfArea[area], words, limits.found),
      })),
    );
    const results = found
      .flatMap(({ area, hits: [best, ...others] }) => (best ? [{ area, best, hits: [best, ...others] }] : []))
      .toSorted((a, b) => a.best.rank - b.best.rank)
      .map(({ area, best, hits }) => ({
        area,
        found: hits.map(({ id, name, detail, url }) => ({ id, name, detail, url })),
        total: best.total,
      }));
    return { results };
  });
}
