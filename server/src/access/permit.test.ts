import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '@quartermaster/contract/api/permissions';
import { permit } from './permit.ts';
import type { Caller } from './caller.ts';
import type { Principal } from './principal.ts';

const caller = (kind: Principal['kind'], role: Role): Caller => {
  const principal = { kind, id: 'p', userId: 'u' };
  const sealer = { seal: String, unseal: String, keyOf: () => null };
  return {
    principal,
    isAdministrator: true,
    membership: { workspaceId: 'w', role },
    owner: { id: 'w', principal, sealer },
  };
};

describe('permit', () => {
  test('goes by the role, whatever the person is in the installation', () => {
    permit(caller('session', 'VIEWER'), 'read');
    permit(caller('token', 'EDITOR'), 'write');
    assert.throws(
      () => permit(caller('session', 'VIEWER'), 'write'),
      /needs the role EDITOR or ADMIN or OWNER/,
    );
  });

  test("keeps a person's own account to their sessions", () => {
    permit(caller('session', 'VIEWER'), 'session');
    assert.throws(() => permit(caller('token', 'OWNER'), 'session'), /This needs a sign-in/);
  });
});
