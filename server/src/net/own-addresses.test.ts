import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// Gives the machine public addresses inside a network namespace of its own; no packet leaves it.
const modulePath = fileURLToPath(new URL('public-addresses.ts', import.meta.url));
const script = `
  import { isPublicAddress } from ${JSON.stringify(modulePath)};
  const addresses = ['93.184.216.34', '2606:2800:220:1::1', '2606:2800:0220:0001:0:0:0:1', '93.184.216.35'];
  console.log(JSON.stringify(addresses.map(isPublicAddress)));
`;
const setUp = `ip link set lo up && ip addr add 93.184.216.34/32 dev lo &&
  ip -6 addr add 2606:2800:220:1::1/128 dev lo && exec "$0" --input-type=module --eval "$1"`;
const inNamespace = (...command: string[]) =>
  spawnSync('unshare', ['--user', '--map-root-user', '--net', ...command], { encoding: 'utf8' });
const isPossible = inNamespace('ip', 'link', 'set', 'lo', 'up').status === 0;

test("the machine's own addresses are not public", { skip: !isPossible && 'needs Linux namespaces' }, () => {
  const { status, stdout, stderr } = inNamespace('sh', '-c', setUp, process.execPath, script);
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), [false, false, false, true]);
});
