import { z } from 'zod';
import { ofRecord } from '../history/history.schema.ts';
import { endpoint } from './endpoint.ts';
import { impact } from './impact.ts';
import { impactCsv } from './impact-csv.ts';
import type { Kind } from './kind.ts';
import { exportFormat } from './query.ts';
import { relations } from './relations.ts';
import { forgetBody, revealBody } from './secrets.ts';

/** A row in the JSON form of a CSV file. */
export const cells = (csv: object) =>
  z.object(
    Object.fromEntries(
      Object.keys(csv).map((heading) => [heading, z.union([z.string(), z.number(), z.null()])]),
    ),
  );

export const idParams = z.object({ id: z.string() });

/** The endpoints of one record that do not depend on its fields. */
export const recordEndpoints = ({ one, reveal, relations: ofOne, history, forget, ...kind }: Kind) => ({
  reveal: endpoint(reveal, {
    summary: `Reveal one secret of a ${one}`,
    params: idParams,
    body: revealBody,
    data: z.object({ value: z.string() }),
  }),
  relations: endpoint(ofOne, {
    summary: `What a ${one} uses and what uses it, directly and through others`,
    params: idParams,
    data: relations,
  }),
  history: endpoint(history, {
    summary: `The changes of a ${one}, newest first, also after it was deleted`,
    params: idParams,
    ...ofRecord,
  }),
  impact: endpoint(kind.impact, {
    summary: `What a ${one} needs and what breaks without it, and how badly`,
    params: idParams,
    data: impact,
  }),
  impactExport: {
    ...endpoint(kind.impactExport, {
      summary: `Download what a ${one} needs and what breaks without it`,
      params: idParams,
      query: z.object(exportFormat),
      data: z.array(cells(impactCsv)),
    }),
    download: kind.impactExport.download,
  },
  forget: endpoint(forget, {
    summary: `Remove the former values of a secret of a ${one} from the history and the trash`,
    params: idParams,
    body: forgetBody,
    data: z.object({ field: z.string(), changes: z.number() }),
  }),
});
