import { etagOf } from '@quartermaster/contract/api/etag';
import * as dates from '@quartermaster/contract/dates/dates.schema';
import type { FastifyReply } from 'fastify';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { createDate, listDates, removeDate, updateDate } from './dates.service.ts';

const answered = (reply: FastifyReply, date: dates.RecordDate) => {
  void reply.header('etag', etagOf(date));
  return { date };
};

export function dateRoutes({ api, db, tables }: Services): void {
  implement(api, dates.list, ({ caller, query }) => listDates(db, caller.owner, tables, query));
  implement(api, dates.create, async ({ caller, body, reply }) =>
    answered(reply, await createDate(db, caller, tables, body)),
  );
  implement(api, dates.update, async ({ caller, params: { id }, body, request, reply }) => {
    const named = { id, ifMatch: request.headers['if-match'] };
    return answered(reply, await updateDate(db, caller, tables, named, body));
  });
  implement(api, dates.remove, ({ caller, params: { id }, request }) =>
    removeDate(db, caller, tables, { id, ifMatch: request.headers['if-match'] }),
  );
}
