import assert from 'node:assert/strict';
import { mailSending } from '../src/mail/mail-sending.ts';
import { jobRun } from './job-run.ts';
import type { Mailbox } from './mailbox.ts';
import type { TestApp } from './test-app.ts';

/** The settings of an installation that mails from a host of its own. */
export const mailing = ({ url }: Pick<Mailbox, 'url'>) => ({
  MAIL_FROM: 'Quartermaster <qm@example.com>',
  PUBLIC_URL: 'https://inventory.example.com',
  SMTP_URL: url,
});

/** Sends what is due, as the job does. */
export const sendMail = async ({ services }: TestApp): Promise<void> => {
  await mailSending(services).run(jobRun());
};

/** The token in the link of the latest mail to an address. */
export function linkIn(mailbox: Mailbox, address: string, page: string): string {
  const link = new RegExp(`https://inventory\\.example\\.com/${page}#token=([\\w-]+)`);
  return link.exec(mailbox.to(address).at(-1) ?? '')?.[1] ?? assert.fail(`no link for ${address}`);
}
