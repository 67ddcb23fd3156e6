// Who is told of what expires in the demo, and what people have done about some of it.
import { setTimeout as sleep } from 'node:timers/promises';

const dayMs = 86_400_000;

/** Before anything expires, so that all that follows is told. The mail goes no further than the demo itself. */
export async function enterRules(api, { user, workspace }) {
  const add = async (body) => (await api('POST', '/channels', body)).channel.id;
  const desk = await add({
    name: 'Operations desk',
    type: 'mail',
    config: { to: ['ops@amberquay.example'] },
  });
  const chat = await add({
    name: 'On call',
    type: 'slack',
    config: { url: 'https://chat.amberquay.example/hooks/on-call' },
    isActive: false,
  });
  await api('POST', `/channels/${desk}/test`);
  await api('PUT', '/alert-settings', { passwordMaxAgeDays: 365 });
  await api('PUT', `/alert-rules/${workspace}`, { channelIds: [desk] });
  await api('POST', '/alert-rules', {
    name: 'Important to clients',
    tag: { type: 'priority', value: 'high' },
    what: ['domain', 'tls'],
    distances: [90, 60, 30, 14, 7, 3, 1, 0, -1],
    channelIds: [desk],
    userIds: [user],
    escalation: [{ afterDays: 2, channelIds: [desk, chat] }],
  });
}

/** Waits until the server has compared all dates with the alerts, certificates last. */
async function raised(api) {
  const certificates = async () => (await api('GET', '/alerts?what=tls&limit=1')).pagination.total;
  const count = async () => (await api('GET', '/alerts/stats')).stats.open;
  for (let tries = 0; tries < 60 && (await certificates()) === 0; tries += 1) await sleep(500);
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now;
    await sleep(1000);
  }
}

/** Some alerts acknowledged, snoozed and marked as not renewing. */
export async function actOnAlerts(api) {
  await raised(api);
  const { alerts } = await api('GET', '/alerts?kind=expiry&limit=100');
  const act = (places, action) => {
    const ids = places.flatMap((place) => alerts[place]?.id ?? []);
    return api('POST', '/alerts/bulk-actions', { records: { ids }, do: action });
  };
  await act([1, 6, 11], { action: 'acknowledge', note: 'The invoice is paid' });
  await act([8, 14], { action: 'snooze', until: new Date(Date.now() + 7 * dayMs).toISOString() });
  await act([0], { action: 'letExpire' });
}
