import { z } from 'zod';
import { facts } from './health.routes.ts';
import { endpoint } from '../api/endpoint.ts';

export const health = endpoint(facts.health, {
  summary: 'The process lives',
  data: z.object({ status: z.literal('ok') }),
});
export const ready = endpoint(facts.ready, {
  summary: 'The database answers too',
  data: z.object({ status: z.literal('ready') }),
});
