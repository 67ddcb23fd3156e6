import { limits } from '@quartermaster/contract/rules/limits';
import type { Mail } from '../net/mail.ts';

const signature = '\n\n-- \nQuartermaster';

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Choose a new password for Quartermaster',
  text: `Somebody, probably you, asked for a new password for the account ${to}.

Choose one here within ${limits.resetMinutes} minutes. The link works once:
${link}

If it was not you, do nothing: your password stays as it is.${signature}`,
});

export const resetNotice = (to: string): Mail => ({
  to,
  subject: 'Your Quartermaster password was replaced',
  text: `The password of the account ${to} was replaced by a link that had been asked for.
All sessions and API tokens of the account have ended.

If it was not you, tell the administrator of your installation.${signature}`,
});

export const addressMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new address for Quartermaster',
  text: `Confirm within ${limits.addressHours} hours that you want to sign in to Quartermaster with ${to}:
${link}

If you did not ask for this, do nothing.${signature}`,
});

export const addressNotice = (to: string, next: string): Mail => ({
  to,
  subject: 'Your Quartermaster address is about to change',
  text: `The account ${to} asked for ${next} to be its new address. It changes when a link that was sent there is opened.

If it was not you, change your password and end all other sessions on the account page.${signature}`,
});

export const invitationMail = (
  to: string,
  { inviter, workspace }: { inviter: string; workspace: string },
  link: string,
): Mail => ({
  to,
  subject: `You are invited to ${workspace} on Quartermaster`,
  text: `${inviter} invites you to the workspace ${workspace}.

Join within ${limits.invitationDays} days, with the address ${to}:
${link}${signature}`,
});

export const testMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'A test mail from Quartermaster',
  text: `This installation can send mail. Links in its mails begin with ${publicUrl}.${signature}`,
});
