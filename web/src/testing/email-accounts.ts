import { type EmailAccount, emailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import { useState } from 'react';
import { useRecordForm } from '../form/use-record-form.ts';

export const account: EmailAccount = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ops@example.com',
  password: 'secret',
  loginUrl: null,
  comment: 'First',
  secureNote: null,
  tags: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** The account after another person has saved it. */
export const changedAccount: EmailAccount = {
  ...account,
  loginUrl: 'https://mail.example.com',
  updatedAt: '2026-02-02T00:00:00.000Z',
};

const defaults = { email: '', password: '', loginUrl: '', comment: '' };

/** The form of an email account; `saved` is the record that it was closed with. */
export function useAccountForm(record?: EmailAccount) {
  const [saved, setSaved] = useState<EmailAccount>();
  return { ...useRecordForm({ entity: emailAccount, record, defaults, onDone: setSaved }), saved };
}
