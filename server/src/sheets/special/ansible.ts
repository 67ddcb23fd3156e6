import type { Special } from './special.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What `ansible-inventory --list` prints: a server for each host, with its groups as tags. */
export function ansibleInventory(value: unknown): Special | null {
  if (!isFields(value) || !isFields(value['_meta']) || !isFields(value['_meta']['hostvars'])) return null;
  const hostvars = value['_meta']['hostvars'];
  const groups = new Map<string, string[]>();
  const hosts = new Set(Object.keys(hostvars));
  for (const [group, content] of Object.entries(value)) {
    if (group === '_meta' || !isFields(content) || !Array.isArray(content['hosts'])) continue;
    for (const host of content['hosts'].map(textOf)) {
      hosts.add(host);
      if (group !== 'all' && group !== 'ungrouped') groups.set(host, [...(groups.get(host) ?? []), group]);
    }
  }
  const rows = [...hosts].map((host) => {
    const vars = isFields(hostvars[host]) ? hostvars[host] : {};
    const first = (...names: string[]) =>
      names.map((name) => textOf(vars[name])).find((text) => text !== '') ?? '';
    return [
      host,
      first('ansible_host', 'ansible_ssh_host'),
      first('ansible_user', 'ansible_ssh_user'),
      first('ansible_password', 'ansible_ssh_pass'),
      first('ansible_port', 'ansible_ssh_port'),
      (groups.get(host) ?? []).join('; '),
    ];
  });
  return {
    source: 'Ansible',
    header: null,
    columns: ['Name', 'IP address', 'Username', 'Password', 'Port', 'Groups'],
    rows,
    targets: { Groups: 'tag:group', Port: null },
  };
}
