import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Exposed } from '@quartermaster/contract/exposure/exposure.schema';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { startApp } from '../../../test/test-app.ts';
import { createFrom, validBody } from '../../../test/records.ts';

const app = await startApp();

const user = (username: string, isDefault: boolean) => ({
  username,
  password: `of ${username}`,
  sshKey: `key of ${username}`,
  isDefault,
});

describe('a secret of a server user', () => {
  test('is named after the user in the log, the report and its file, also once the user is gone', async () => {
    const owner = await app.user();
    const { id } = await createFrom(owner, 'servers', {
      ...(await validBody(owner, 'servers')),
      secureNote: null,
      users: [user('root', true), user('deploy', false)],
    });
    const { server } = (await owner.call<{ data: { server: Server } }>('GET', `/servers/${id}?secrets=omit`))
      .body.data;
    const [root, deploy] = server.users;
    assert.ok(root && deploy);
    for (const field of [`users.${root.id}.sshKey`, `users.${deploy.id}.password`])
      assert.equal((await owner.call('POST', `/servers/${id}/reveal`, { field })).status, 200);
    const logged = async () => {
      const { body } = await owner.call<{ data: { secretViews: SecretView[] } }>('GET', '/secret-views');
      return body.data.secretViews.flatMap(({ fieldName }) => fieldName ?? []);
    };
    const reported = async () => {
      const path = `/members/${owner.userId}/exposure`;
      const { body } = await owner.call<{ data: { exposure: Exposed[] } }>('GET', path);
      const { text } = await owner.call('GET', `${path}/export`);
      const names = body.data.exposure.flatMap(({ recordId, fieldName }) =>
        recordId === id ? fieldName : [],
      );
      for (const name of names) assert.ok(text.includes(`,${name},`), text);
      assert.ok(!text.includes('users.'), text);
      return names.toSorted();
    };
    const seen = ['password of deploy', 'SSH key of root'];
    const all = ['SSH key of deploy', 'SSH key of root', 'password of deploy', 'password of root'];
    assert.deepEqual(await logged(), seen);
    assert.deepEqual(await reported(), all);
    assert.equal(
      (
        await owner.call('PUT', `/servers/${id}`, {
          users: [{ id: root.id, username: 'root', isDefault: true }],
        })
      ).status,
      200,
    );
    assert.deepEqual(await logged(), seen);
    assert.equal((await owner.call('DELETE', `/servers/${id}`)).status, 200);
    assert.deepEqual([await logged(), await reported()], [seen, all]);
  });
});
