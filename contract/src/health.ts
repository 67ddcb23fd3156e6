import { z } from 'zod';
import { endpoint } from './lib/endpoint.ts';

export const health = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'The process lives',
  access: 'public',
  data: z.object({ status: z.literal('ok') }),
});
export const ready = endpoint({
  method: 'GET',
  path: '/ready',
  summary: 'The database answers too',
  access: 'public',
  data: z.object({ status: z.literal('ready') }),
});
