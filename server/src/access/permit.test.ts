import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role, TokenPermission } from '@quartermaster/contract/api/permissions';
import { wholeOwner } from './owner.ts';
import { isConfirmed, permit, permitPerson } from './permit.ts';
import type { Caller } from './caller.ts';
import type { Principal } from './principal.ts';

const token = { id: 'p', name: 'Backup', workspaceId: 'w', scope: [] };

const caller = (
  kind: Principal['kind'],
  role: Role,
  secrets = false,
  permissions: readonly TokenPermission[] = ['read', 'write', 'secrets'],
): Caller => {
  const principal = { kind, id: 'p', userId: 'u' };
  const sealer = { seal: String, unseal: String, keyOf: () => null, fingerprint: String };
  return {
    principal,
    token: kind === 'token' ? { ...token, permissions } : null,
    user: {} as Caller['user'],
    isAdministrator: true,
    confirmedAt: Date.now(),
    origin: { address: '127.0.0.1', client: null },
    demands: { access: 'read' },
    readAt: 0,
    membership: { workspaceId: 'w', role, secrets, scope: [] },
    owner: wholeOwner('w', principal, sealer),
  };
};

describe('permit', () => {
  test('goes by the role in the workspace, whatever the role in the installation', () => {
    permit(caller('session', 'VIEWER'), 'read');
    permit(caller('token', 'EDITOR'), 'write');
    assert.throws(
      () => permit(caller('session', 'VIEWER'), 'write'),
      /needs the role EDITOR or ADMIN or OWNER/,
    );
  });

  test('lets members read secrets by their role or by a right of their own', () => {
    for (const [role, secrets] of [
      ['VIEWER', true],
      ['EDITOR', true],
      ['ADMIN', false],
      ['OWNER', false],
    ] as const)
      permit(caller('session', role, secrets), 'secrets');
    for (const role of ['VIEWER', 'EDITOR'] as const)
      assert.throws(() => permit(caller('session', role), 'secrets'), /needs the right to read secrets/);
  });

  test('lets a token do what it was given, if its maker may', () => {
    permit(caller('token', 'EDITOR', false, ['write']), 'write');
    assert.throws(
      () => permit(caller('token', 'OWNER', false, ['write', 'secrets']), 'read'),
      /needs an API token with the permission read; this one has write, secrets/,
    );
    assert.throws(() => permit(caller('token', 'VIEWER', false, ['write']), 'write'), /yours is VIEWER/);
    assert.throws(() => permit(caller('token', 'EDITOR', false, ['secrets']), 'secrets'), /do not have/);
    permit(caller('token', 'VIEWER', true, ['secrets']), 'secrets');
  });

  test('allows what concerns people only in their sessions', () => {
    permit(caller('session', 'VIEWER'), 'member');
    for (const access of ['member', 'manage', 'own'] as const)
      assert.throws(() => permit(caller('token', 'OWNER'), access), /This needs a sign-in/);
    permitPerson(caller('session', 'VIEWER'), 'session');
    assert.throws(() => permitPerson(caller('token', 'OWNER'), 'session'), /This needs a sign-in/);
  });

  test('requires all that a route names, of members and of tokens', () => {
    permit(caller('session', 'EDITOR', true), ['write', 'secrets']);
    assert.throws(() => permit(caller('session', 'EDITOR'), ['write', 'secrets']), /read secrets/);
    assert.throws(
      () => permit(caller('session', 'VIEWER', true), ['secrets', 'write']),
      /needs the role EDITOR/,
    );
    permit(caller('token', 'OWNER', false, ['read', 'write']), ['read', 'write']);
    assert.throws(
      () => permit(caller('token', 'OWNER', false, ['write']), ['write', 'read']),
      /permission read/,
    );
    assert.throws(() => permit(caller('token', 'OWNER'), ['write', 'manage']), /This needs a sign-in/);
    permit(caller('session', 'EDITOR'), ['member', 'write']);
    assert.throws(() => permit(caller('token', 'OWNER'), ['member', 'write']), /This needs a sign-in/);
  });

  test('requires an administrator for the installation', () => {
    permitPerson(caller('session', 'VIEWER'), 'administrator');
    const user = { ...caller('session', 'OWNER'), isAdministrator: false };
    assert.throws(() => permitPerson(user, 'administrator'), /needs an administrator of the installation/);
  });

  test('a confirmation counts for some minutes, whichever way the clock is set', () => {
    const at = (minutes: number) => ({ confirmedAt: Date.now() + minutes * 60_000 });
    for (const minutes of [0, -14, 14]) assert.equal(isConfirmed(at(minutes)), true);
    for (const minutes of [-16, 16]) assert.equal(isConfirmed(at(minutes)), false);
    assert.equal(isConfirmed({ confirmedAt: null }), false);
  });
});
