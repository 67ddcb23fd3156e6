import { isIpv4 } from '@quartermaster/contract/rules/ip-address';
import { type JsonObject, isJsonObject, textOf } from '../json-values.ts';
import { SourceError } from '../table.ts';
import type { FromJson, FromText } from './special.ts';

const isInventory = ({ hosts, children, vars }: JsonObject): boolean =>
  [hosts, children, vars].some(isJsonObject);
const refused = (): SourceError =>
  new SourceError(
    'This is an Ansible inventory as people write it. Import what `ansible-inventory -i FILE --list` prints',
  );

/** What `ansible-inventory --list` prints: a server for each host, with its groups as tags. */
export const ansibleInventory: FromJson = (value, area) => {
  if (area !== 'servers' || !isJsonObject(value)) return null;
  if (!isJsonObject(value['_meta']) || !isJsonObject(value['_meta']['hostvars'])) {
    if (isJsonObject(value['all']) && isInventory(value['all'])) throw refused();
    return null;
  }
  const hostvars = value['_meta']['hostvars'];
  const groups = new Map<string, string[]>();
  const hosts = new Set(Object.keys(hostvars));
  for (const [group, content] of Object.entries(value)) {
    if (group === '_meta' || !isJsonObject(content) || !Array.isArray(content['hosts'])) continue;
    for (const host of content['hosts'].map(textOf)) {
      hosts.add(host);
      if (group !== 'all' && group !== 'ungrouped') groups.set(host, [...(groups.get(host) ?? []), group]);
    }
  }
  const rows = [...hosts].map((host) => {
    const vars = isJsonObject(hostvars[host]) ? hostvars[host] : {};
    const first = (...names: string[]) =>
      names.map((name) => textOf(vars[name])).find((text) => text !== '') ?? '';
    return [
      host,
      // Without an address Ansible connects to the host's name.
      first('ansible_host', 'ansible_ssh_host') || (isIpv4(host) ? host : ''),
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
    targets: { Groups: 'tag:group', Port: 'sshPort' },
  };
};

/** A group of hosts or a variable, as INI or as YAML. */
const ini = /^\[[\w.\-]+(?::(?:children|vars))?\][ \t]*(?:[#;].*)?$/m;
const iniVariable = /^[\w.:[\]\-]+[ \t][^,;\t\n]*\bansible_\w+=/m;
const yaml = /^[ \t]+(?:hosts|children|vars):[ \t]*(?:#.*)?$/m;
const yamlVariable = /^[ \t]+ansible_\w+:[ \t]/m;

/** Refuses inventories as people write them: what they mean depends on files and plugins beside them. */
export const ansibleFile: FromText = (text, area) => {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (area === 'servers' && [ini, iniVariable, yaml, yamlVariable].some((form) => form.test(lines)))
    throw refused();
  return null;
};
