import { type Body, type RecordBody, createFrom, createRecord } from './records.ts';
import type { Client } from './test-app.ts';

/** The API fields of these types. */
export const apiFields = {
  apiKey: { label: 'API Key', type: 'password', required: true },
  contact: { label: 'Contact Email', type: 'email', required: true },
};
export const complete = { apiKey: ' key with blanks ', contact: 'api@example.com' };
let types = 0;
export const createType = (client: Client, body: Body = {}) =>
  createFrom(client, 'registrator-types', { name: `Type ${(types += 1)}`, hasApi: true, apiFields, ...body });

/** Creates an account, by default with a Google login. */
export async function createAccount(client: Client, body: Body = {}): Promise<RecordBody> {
  const { id: emailAccountId } = await createRecord(client, 'emails');
  const registratorTypeId = body.registratorTypeId ?? (await createType(client)).id;
  return createFrom(client, 'registrator-accounts', {
    emailAccountId,
    isGoogleLogin: true,
    ...body,
    registratorTypeId,
  });
}
