import { z } from 'zod';
import { healthRoutes } from './health.routes.ts';
import { endpoint } from '../api/endpoint.ts';

export const health = endpoint(healthRoutes.health, {
  summary: 'The process is alive',
  ownLimit: true,
  data: z.object({ status: z.literal('ok') }),
});
export const ready = endpoint(healthRoutes.ready, {
  summary: 'The database responds too',
  data: z.object({ status: z.literal('ready') }),
});
