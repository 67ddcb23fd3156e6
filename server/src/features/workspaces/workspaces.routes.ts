import * as workspaces from '@quartermaster/contract/workspaces/workspaces.schema';
import { invitationMail } from '../../mail/mail-texts.ts';
import { linkTo } from '../../access/one-time-tokens.ts';
import {
  changeWorkspace,
  createWorkspace,
  listWorkspaces,
  removeWorkspace,
  workspaceOf,
} from './workspaces.service.ts';

import * as members from '@quartermaster/contract/members/members.schema';
import { changeMember, listMembers, removeMember } from './workspaces.members.ts';

import * as invitations from '@quartermaster/contract/invitations/invitations.schema';
import { implement, implementPersonal, implementPublic } from '../../http/implement.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import { countAllRecords } from '../../records/table/count-records.ts';
import type { Services } from '../../services.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  openInvitation,
  removeInvitation,
} from './workspaces.invitations.ts';

export function workspaceRoutes({ api, db, keyring, sessions }: Services): void {
  implementPersonal(api, workspaces.list, async ({ caller }) => ({
    workspaces: await listWorkspaces(db, caller.user.id),
  }));
  implementPersonal(api, workspaces.create, async ({ caller, body }) => {
    const workspace = await createWorkspace(db, keyring, caller, body.name);
    sessions.forget();
    return { workspace };
  });
  implement(api, workspaces.get, async ({ caller }) => ({
    workspace: await workspaceOf(db, caller.user.id, caller.owner.id),
    counts: await countAllRecords(db, caller.owner),
  }));
  implement(api, workspaces.update, async ({ caller, body }) => {
    const workspace = await changeWorkspace(db, caller, body);
    sessions.forget();
    return { workspace };
  });
  implement(api, workspaces.remove, async ({ caller }) => {
    const removed = await removeWorkspace(db, caller);
    sessions.forget();
    return removed;
  });
}

export function memberRoutes({ api, db, sessions }: Services): void {
  implement(api, members.list, async ({ caller }) => ({ members: await listMembers(db, caller) }));
  implement(api, members.update, async ({ caller, params, body }) => {
    const member = await changeMember(db, caller, params.userId, body);
    sessions.forget();
    return { member };
  });
  implement(api, members.remove, async ({ caller, params }) => {
    const removed = await removeMember(db, caller, params.userId);
    sessions.forget();
    return removed;
  });
}

export function invitationRoutes({ api, db, config, outbox, sessions }: Services): void {
  implement(api, invitations.list, async ({ caller }) => ({
    invitations: await listInvitations(db, caller),
  }));
  implement(api, invitations.create, async ({ caller, body }) => {
    const linkOf = (token: string) => linkTo(config.publicUrl, 'invitation', token);
    const { invitation, token } = await createInvitation(db, caller, body, async (tx, given, workspace) => {
      const inviter = caller.user.name ?? caller.user.email;
      const mail = invitationMail(body.email, { inviter, workspace }, linkOf(given));
      await outbox.add(tx, caller.user.id, [{ ...mail, token: given }]);
    });
    return { invitation, url: linkOf(token), mailed: outbox.isOpen };
  });
  implement(api, invitations.remove, ({ caller, params }) => removeInvitation(db, caller, params.id));
  const opened = new RateLimit('openedInvitation');
  implementPublic(api, invitations.open, async ({ body, request }) => {
    opened.take(networkOf(request.ip));
    return { invitation: await openInvitation(db, body.token) };
  });
  implementPersonal(api, invitations.accept, async ({ caller, body }) => {
    const workspace = await acceptInvitation(db, caller, body.token);
    sessions.forget();
    return { workspace };
  });
}
