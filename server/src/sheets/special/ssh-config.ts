import { isIpv4 } from '@quartermaster/contract/rules/ip-address';
import { type RowError, expectSize } from '../table.ts';
import type { FromText } from './special.ts';
import { type Directive, directivesIn, matchesOne } from './ssh-directives.ts';

const columns = ['Name', 'IP address', 'Username', 'Host name', 'Port', 'Identity file', 'ProxyJump'];
const looksLikeOne = /^[ \t]*(?:host|match)[ \t=]/im;
const isPattern = (name: string): boolean => /[*?!]/.test(name);

/** The directives behind a `Host` or `Match`, or above the first. */
interface Block {
  at: number;
  head: Directive;
  lines: Directive[];
}

type Values = ReadonlyMap<string, readonly string[]>;

/** The host name to connect to, with `%h` for the name; null: OpenSSH refuses another token. */
function hostNameOf(name: string, values: Values): string | null {
  const text = values.get('hostname')?.[0] ?? name;
  const isKnown = text.replaceAll(/%[h%]/g, '').includes('%') === false;
  return isKnown ? text.replaceAll(/%[h%]/g, (token) => (token === '%h' ? name : '%')) : null;
}

/** Whether a `Match` is about a name; null: that depends on more than the file. */
function isMatched(criteria: readonly string[], name: string, values: Values): boolean | null {
  const rest = criteria.flatMap((each) => each.split('=', 2));
  let isAll = true;
  while (rest.length > 0) {
    const word = rest.shift()?.toLowerCase() ?? '';
    const kind = word.replace(/^!/, '');
    if (kind === 'all') continue;
    const subject = {
      host: (hostNameOf(name, values) ?? name).toLowerCase(),
      originalhost: name.toLowerCase(),
      user: values.get('user')?.[0],
    }[kind];
    if (subject === undefined) return null;
    const isOne = matchesOne(subject, (rest.shift() ?? '').split(','));
    if (isOne === word.startsWith('!')) isAll = false;
  }
  return isAll;
}

/** What OpenSSH would connect with under a name: of each keyword the first value of those blocks that are about it. */
function valuesOf(name: string, blocks: readonly Block[], undecided: Set<Block>): Values {
  const values = new Map<string, readonly string[]>();
  for (const block of blocks) {
    const { keyword, values: patterns } = block.head;
    const isAbout = keyword === 'host' ? matchesOne(name, patterns) : isMatched(patterns, name, values);
    if (isAbout === null) undecided.add(block);
    if (isAbout !== true) continue;
    for (const line of block.lines) if (!values.has(line.keyword)) values.set(line.keyword, line.values);
  }
  return values;
}

const noticesOf = (undecided: number, includes: number): string[] => [
  ...(undecided > 0 ? [`Left out: Match blocks that depend on more than host and user (${undecided})`] : []),
  ...(includes > 0 ? [`Left out: files that Include names (${includes})`] : []),
];

/** A file like ~/.ssh/config: a server for each name behind `Host`, with what OpenSSH would connect with. */
export const sshConfig: FromText = (text, area) => {
  if (area !== 'servers' || !looksLikeOne.test(text) || !/^[ \t]*(?:hostname|user|port)[ \t=]/im.test(text))
    return null;
  const directives = directivesIn(text);
  const blocks: Block[] = [{ at: 0, head: { keyword: 'host', values: ['*'] }, lines: [] }];
  for (const line of directives)
    if (line.keyword === 'host' || line.keyword === 'match')
      blocks.push({ at: blocks.length, head: line, lines: [] });
    else blocks.at(-1)?.lines.push(line);
  // Of many blocks, most are about the names in them alone.
  const isGeneral = ({ head }: Block) => head.keyword === 'match' || head.values.some(isPattern);
  const general = blocks.filter(isGeneral);
  const byName = new Map<string, Block[]>();
  for (const block of blocks)
    if (!isGeneral(block))
      for (const name of new Set(block.head.values)) byName.set(name, [...(byName.get(name) ?? []), block]);
  const names = new Set(
    blocks.flatMap(({ head }) =>
      head.keyword === 'host' ? head.values.filter((each) => !isPattern(each)) : [],
    ),
  );
  expectSize(0, names.size);
  const errors: Record<number, RowError[]> = {};
  const undecided = new Set<Block>();
  const rows = [...names].map((name, row) => {
    const own = [...general, ...(byName.get(name) ?? [])].sort((one, other) => one.at - other.at);
    const values = valuesOf(name, own, undecided);
    const first = (keyword: string) => values.get(keyword)?.[0] ?? '';
    const host = hostNameOf(name, values);
    if (host === null)
      errors[row] = [{ column: 'Host name', message: 'HostName takes %h and %% alone, as OpenSSH has it' }];
    const shown = host ?? first('hostname');
    const jump = first('proxyjump');
    return [
      ...[name, isIpv4(shown) ? shown : '', first('user'), isIpv4(shown) ? '' : shown],
      ...[first('port'), first('identityfile')],
      jump === '' || jump.toLowerCase() === 'none' ? '' : `ProxyJump ${jump}`,
    ];
  });
  const includes = directives.filter(({ keyword }) => keyword === 'include').length;
  return {
    source: 'ssh_config',
    header: null,
    columns,
    rows,
    errors,
    notices: noticesOf(undecided.size, includes),
    targets: { 'Host name': null, Port: 'sshPort', 'Identity file': null, ProxyJump: 'comment' },
  };
};
