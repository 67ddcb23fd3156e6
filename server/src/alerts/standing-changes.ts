import type { RuleChange } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import type { ChangingField } from '@quartermaster/contract/fact-changes/fact-changes.routes';
import { folded } from '@quartermaster/contract/rules/folded';

type Value = FactChange['before'];
type Change = Pick<FactChange, 'before' | 'after'>;

interface Watched {
  /** The facts that it is read from, what is preferred first. */
  fields: readonly ChangingField[];
  /** What an alert calls it. */
  label: string;
  /** What of a fact counts. */
  counted: (value: Value) => unknown;
  /** Whether a change to this is told; any, unless it says. */
  isTold?: (before: unknown, after: unknown) => boolean;
}

/** 'clientHold', 'client hold' and, of WHOIS, 'clientHold https://…' in one spelling. */
const statusesIn = (value: Value): string[] =>
  (Array.isArray(value) ? value : []).map((status) => status.toLowerCase().replaceAll(/[^a-z]/g, ''));

const isEnded = (before: unknown, after: unknown): boolean => before === true && after === false;

/** What rules tell of domains when it changes. */
export const watched: Readonly<Record<RuleChange, Watched>> = {
  nameServers: {
    fields: ['nameServers', 'ns'],
    label: 'Name servers changed',
    counted: (value) => value,
  },
  registrar: {
    fields: ['registrar'],
    label: 'Registrar changed',
    // 'Example, Inc.' and 'EXAMPLE INC' are one.
    counted: (value) => (typeof value === 'string' ? folded(value).replaceAll(/[^\p{L}\p{N}]/gu, '') : null),
  },
  transferLock: {
    fields: ['statuses'],
    label: 'Transfer lock gone',
    counted: (value) => statusesIn(value).some((status) => status.includes('transferprohibited')),
    isTold: isEnded,
  },
  dnssec: {
    fields: ['dnssec'],
    label: 'DNSSEC off',
    counted: (value) => value === true,
    isTold: isEnded,
  },
  hold: {
    fields: ['statuses'],
    label: 'On hold',
    counted: (value) =>
      statusesIn(value).filter((status) => status.includes('hold') && !status.includes('holder')),
    isTold: (before, after) => (after as string[]).some((status) => !(before as string[]).includes(status)),
  },
};

/**
 * Those of the changes of a fact, in their order, that are told and still stand: once a former value is back, the change from
 * it is over, with all since, and the way back is none of its own.
 */
export function standingChanges<C extends Change>(what: RuleChange, changes: readonly C[]): C[] {
  const { counted, isTold = () => true } = watched[what];
  const standing: { change: C; before: string }[] = [];
  for (const change of changes) {
    const [was, is] = [counted(change.before), counted(change.after)];
    const [before, after] = [JSON.stringify(was), JSON.stringify(is)];
    if (before === after) continue;
    const back = standing.findIndex((each) => each.before === after);
    if (back >= 0) standing.splice(back);
    else if (isTold(was, is)) standing.push({ change, before });
  }
  return standing.map(({ change }) => change);
}
