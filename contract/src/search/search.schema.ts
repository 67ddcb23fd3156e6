import { z } from 'zod';
import { searchRoutes } from './search.routes.ts';
import { endpoint } from '../api/endpoint.ts';
import { queryText } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { area, recordName } from '../api/relations.ts';

const found = recordName
  .extend({
    /** The web page that 'open' opens: a server's panel, a mailbox's login page. Http or https. */
    url: z.string().nullable(),
  })
  .meta({ id: 'Found' });

/** Searches the visible texts of all kinds, never secrets. */
export const search = endpoint(searchRoutes.search, {
  summary: 'Search the visible texts of all records: exact names first, then prefixes, then other matches',
  query: z.object({
    q: queryText
      .trim()
      .min(1, 'Search text is required')
      .max(limits.search, `Search must be less than ${limits.search} characters`),
  }),
  data: z.object({
    /** The kind with the best match first; kinds without a match are left out. */
    results: z.array(
      z.object({
        area,
        found: z.array(found).max(limits.found),
        /** The total that the list shows for the same search. */
        total: z.number(),
      }),
    ),
  }),
});
