import { createRecord } from '../server/test/records.ts';
import { type Maker, type Target, lateEmail, made } from './late-target.ts';

/** The batch of a new mailbox. */
async function batchOf({ owner }: Target): Promise<string> {
  await createRecord(owner, 'emails');
  const { body } = await owner.call<{ data: { batches: { id: string }[] } }>('GET', '/history?limit=1');
  return body.data.batches[0]?.id ?? '';
}

async function deleted({ owner }: Target): Promise<string> {
  const { id } = await createRecord(owner, 'emails');
  await owner.call('DELETE', `/emails/${id}`);
  return id;
}

/** The sender's import with one row. */
const importOf = ({ sender }: Target) =>
  made<{ import: { id: string } }>(sender, '/imports', {
    area: 'emails',
    name: 'late.csv',
    text: `Email,Password\n${lateEmail()},late\n`,
  });

const dateOn = ({ records }: Target) => ({
  area: 'emails',
  recordId: records['emails']?.id,
  what: 'other',
  date: '2030-01-01',
});

/** What changes many records, takes changes back, or belongs to records. */
export const historyRequests: Readonly<Record<string, Maker>> = {
  'POST /history/{batchId}/undo': async (target) => ({
    path: { batchId: await batchOf(target) },
    body: {},
  }),
  'POST /impact': ({ records }) => ({ body: { records: [{ area: 'emails', id: records['emails']?.id }] } }),
  'POST /trash/restore': async (target) => ({ body: { ids: [await deleted(target)] } }),
  'POST /trash/empty': async (target) => ({ body: { ids: [await deleted(target)] } }),
  'POST /tags/change': () => ({ body: { type: 'late', value: 'x', to: { type: 'late', value: 'y' } } }),
  'POST /imports': () => ({
    body: { area: 'emails', name: 'late.csv', text: `Email,Password\n${lateEmail()},late\n` },
  }),
  'PUT /imports/{id}': async (target) => ({
    path: { id: (await importOf(target)).import.id },
    body: { options: { existing: 'skip' } },
  }),
  'PUT /imports/{id}/rows/{n}': async (target) => ({
    path: { id: (await importOf(target)).import.id, n: '1' },
    body: { cells: { Password: 'other' } },
  }),
  'POST /imports/{id}/apply': async (target) => ({
    path: { id: (await importOf(target)).import.id },
    body: { key: lateEmail() },
  }),
  'POST /dates': (target) => ({ body: dateOn(target) }),
  'PUT /dates/{id}': async (target) => {
    const { date } = await made<{ date: { id: string } }>(target.owner, '/dates', dateOn(target));
    return { path: { id: date.id }, body: { date: '2031-01-01' } };
  },
};
