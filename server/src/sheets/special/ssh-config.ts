import { isIpv4 } from '@quartermaster/contract/rules/ip-address';
import SSHConfig from 'ssh-config';
import type { FromText } from './special.ts';

const columns = ['Name', 'IP address', 'Username', 'Host name', 'Port', 'Identity file'];
const looksLikeOne = /^[ \t]*(?:host|match)[ \t=]/im;
const pattern = /[*?!]/;

/** A file like ~/.ssh/config: a server for each host. Patterns and `Match` are none. */
export const sshConfig: FromText = (text, area) => {
  if (area !== 'servers' || !looksLikeOne.test(text) || !/^[ \t]*(?:hostname|user|port)[ \t=]/im.test(text))
    return null;
  let config: SSHConfig;
  try {
    config = SSHConfig.parse(text);
  } catch {
    return null;
  }
  // A list of its own: `flatMap` would make another config.
  const rows = [...config].flatMap((section): string[][] => {
    if (section.type !== SSHConfig.DIRECTIVE || section.param.toLowerCase() !== 'host') return [];
    const names = typeof section.value === 'string' ? section.value.split(/\s+/) : valuesOf(section.value);
    const name = names.find((each) => !pattern.test(each));
    if (name === undefined || !('config' in section)) return [];
    const found = new Map<string, string>();
    for (const line of section.config)
      if (line.type === SSHConfig.DIRECTIVE && !found.has(line.param.toLowerCase()))
        found.set(
          line.param.toLowerCase(),
          typeof line.value === 'string' ? line.value : valuesOf(line.value).join(' '),
        );
    const host = found.get('hostname') ?? name;
    const isAddress = isIpv4(host);
    return [
      [
        ...[name, isAddress ? host : '', found.get('user') ?? '', isAddress ? '' : host],
        ...[found.get('port') ?? '', found.get('identityfile') ?? ''],
      ],
    ];
  });
  const targets = { 'Host name': null, Port: null, 'Identity file': null };
  return { source: 'ssh_config', header: null, columns, rows, targets };
};

const valuesOf = (values: readonly { val: string }[]): string[] => values.map(({ val }) => val);
