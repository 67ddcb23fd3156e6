import { missing } from '../server/test/isolation-scene.ts';
import { type Maker, type Target, made, nothing } from './late-target.ts';

// Mail is not set up, so that a test of it sends nothing.
const channelBody = { name: 'Late', type: 'mail', config: { to: ['late@example.com'] } };

const channelOf = async ({ owner }: Target) =>
  (await made<{ channel: { id: string } }>(owner, '/channels', channelBody)).channel.id;

/** What is told, when, and to whom. */
export const alertRequests: Readonly<Record<string, Maker>> = {
  'PUT /alert-settings': () => ({ body: { passwordMaxAgeDays: 90 } }),
  'PUT /digest': () => ({ body: { hour: 9 } }),
  'POST /calendars': () => ({ body: { name: 'Late' } }),
  'POST /channels': () => ({ body: channelBody }),
  'PUT /channels/{id}': async (target) => ({
    path: { id: await channelOf(target) },
    body: { name: 'Later' },
  }),
  'POST /channels/{id}/test': async (target) => ({ path: { id: await channelOf(target) }, body: {} }),
  'POST /channels/{id}/recipients': () => ({ body: { address: 'late@example.com' }, isEmpty: true }),
  'POST /members/{userId}/exposure/turn-off': () => ({
    body: { kind: 'channel', id: missing },
    isEmpty: true,
  }),
  'POST /alert-rules': () => ({ body: { name: 'Late', area: 'domains' } }),
  'PUT /alert-rules/{id}': async ({ owner }) => {
    const { alertRule } = await made<{ alertRule: { id: string } }>(owner, '/alert-rules', {
      name: 'Early',
      area: 'domains',
    });
    return { path: { id: alertRule.id }, body: { name: 'Late' } };
  },
  'POST /alerts/bulk-actions': () => ({
    body: { records: { ids: [missing] }, do: { action: 'acknowledge' } },
  }),
  'POST /mismatches/bulk-actions': () => ({
    body: { records: { ids: [`${missing}.expirationDate`] }, do: { action: 'ignore' } },
  }),
  'POST /expirations/bulk-actions': () => ({
    body: { records: { ids: [`${missing}.domain`] }, do: { action: 'renew' } },
  }),
  'POST /deliveries/{id}/retry': nothing,
  'POST /deliveries/sending/resume': () => ({ body: {} }),
  'POST /jobs/{id}/run': nothing,
};
