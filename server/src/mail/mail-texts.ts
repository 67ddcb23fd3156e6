import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { withoutLinks } from '../lib/without-links.ts';
import type { Mail } from '../net/mail.ts';
import type { AccountMail } from './outbox.ts';

// Subjects hold no names: nobody chooses what a mail of this installation is about.

const signature = '\n\n-- \nQuartermaster';

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Choose a new password for Quartermaster',
  text: `Somebody, probably you, asked for a new password for the account ${to}.

Choose one here within ${limits.resetMinutes} minutes. The link works once:
${link}

If it was not you, do nothing: your password stays as it is.${signature}`,
});

export const resetNotice = (to: string): AccountMail => ({
  kind: 'notice',
  to,
  subject: 'Your Quartermaster password was replaced',
  text: `The password of the account ${to} was replaced by a link that had been asked for.
All sessions, API tokens and calendar addresses of the account have ended. Identities linked with it still sign in: see the account page.

If it was not you, tell the administrator of your installation.${signature}`,
});

export const addressMail = (to: string, link: string): AccountMail => ({
  kind: 'address',
  to,
  subject: 'Confirm your new address for Quartermaster',
  text: `Confirm within ${serverLimits.addressHours} hours that you want to sign in to Quartermaster with ${to}:
${link}

If you did not ask for this, do nothing.${signature}`,
});

/** To an address that has an account, so that only whoever reads its mail learns of that. */
export const takenAddressMail = (to: string): AccountMail => ({
  kind: 'address',
  to,
  subject: 'Your address was asked for in Quartermaster',
  text: `Somebody wants to sign in to another account of Quartermaster with ${to}. This address has an account already, so nothing changes.

If it was you, sign in to the account with this address. If it was not you, do nothing.${signature}`,
});

export const addressNotice = (to: string, next: string, link: string): AccountMail => ({
  kind: 'notice',
  to,
  subject: 'Your Quartermaster address is about to change',
  text: `The account ${to} asked for ${next} to be its new address. It changes when a link that was sent there is opened.

If it was not you, stop it here within ${serverLimits.addressHours} hours:
${link}

Then change your password, which ends all other sessions.${signature}`,
});

export const identityNotice = (
  to: string,
  { issuer, isLinked }: { issuer: string; isLinked: boolean },
): AccountMail => ({
  kind: 'notice',
  to,
  subject: isLinked
    ? 'A sign-in was linked to your Quartermaster account'
    : 'A sign-in was removed from your Quartermaster account',
  text: isLinked
    ? `Somebody who signs in at ${issuer} can now sign in to the account ${to}, too.

If it was not you, remove it on the account page, change your password and end all other sessions.${signature}`
    : `An identity at ${issuer} no longer signs in to the account ${to}. The account's other sessions have ended.

If it was not you, change your password, and tell the administrator of your installation.${signature}`,
});

export const invitationMail = (
  to: string,
  { inviter, workspace }: { inviter: string; workspace: string },
  link: string,
): AccountMail => ({
  kind: 'invitation',
  to,
  subject: 'You are invited to a workspace in Quartermaster',
  text: `${withoutLinks(inviter)} invites you to the workspace ${withoutLinks(workspace)}.

Join within ${limits.invitationDays} days, with the address ${to}:
${link}${signature}`,
});

export const recipientMail = (
  to: string,
  { asker, workspace }: { asker: string; workspace: string },
  link: string,
): AccountMail => ({
  kind: 'recipient',
  to,
  subject: 'Quartermaster: confirm that you want alerts',
  text: `${withoutLinks(asker)} asks to send alerts of the workspace ${withoutLinks(workspace)} to ${to}.

Confirm within ${serverLimits.recipientDays} days that you want them:
${link}

If you do nothing, none are sent to you.${signature}`,
});

export const testMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'A test mail from Quartermaster',
  text: `This installation can send mail. Links in its mails begin with ${publicUrl}.${signature}`,
});
