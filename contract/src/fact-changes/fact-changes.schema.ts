import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { filterShape, pageQuery, pagination, recordSelection } from '../api/query.ts';
import { area } from '../api/relations.ts';
import { id, time } from '../api/values.ts';
import { factSources } from '../lookups/lookups.routes.ts';
import { factValue } from '../lookups/lookups.schema.ts';
import { changingFields, factChangeFilters, factChangesRoutes } from './fact-changes.routes.ts';

/** A value as facts have it; null: there was or is none. */
const valueOrNone = z.union([...factValue.options, z.null()]);

/** What a source said before it said something else. */
export const factChange = z
  .object({
    /** `<recordId>.<id of the change>`: several records may be about one subject. */
    id: z.string(),
    /** When the new value was found. */
    at: time,
    area,
    recordId: id,
    name: z.string(),
    field: z.enum(changingFields),
    /** What was asked about, as in a fact. */
    subject: z.string(),
    source: z.enum(factSources),
    before: valueOrNone,
    after: valueOrNone,
  })
  .meta({ id: 'FactChange' });
export type FactChange = z.infer<typeof factChange>;

export const list = endpoint(factChangesRoutes.list, {
  summary: 'What has changed at registries, in DNS and in certificates, the newest first',
  query: z.object({ ...pageQuery, ...recordSelection, ...filterShape(factChangeFilters) }),
  data: z.object({ factChanges: z.array(factChange), pagination }),
});
