import { type DnsAnswer, dnsTypes } from '../../net/resolver.ts';
import { withinDeadline } from '../../net/deadline.ts';
import { RequestFailure } from '../../net/failures.ts';
import { type Asker, deadlineMs } from './asker.ts';
import { LookFailure, type LookUpOutcome, listedNames } from './outcome.ts';

const words: Readonly<Record<string, string>> = {
  ESERVFAIL: 'A DNS server failed to answer (SERVFAIL)',
  EREFUSED: 'A DNS server refused to answer (REFUSED)',
  ETIMEOUT: 'A DNS server did not answer in time',
  ECONNREFUSED: 'A DNS server refused the connection',
};

const failureOf = (answers: readonly DnsAnswer[]): string | null =>
  answers.flatMap((answer) => ('failure' in answer ? [answer.failure] : []))[0] ?? null;

/** Asks two resolvers for the records of a name: what both say is a fact, that there is none, too. */
export async function askDns({ egress, signal }: Asker, name: string): Promise<LookUpOutcome> {
  const { askTwo } = egress;
  if (!askTwo) throw new LookFailure('DNS_SERVERS names a single server, and two must agree', null);
  const asking = () =>
    Promise.all(dnsTypes.map(async (type) => [type, await askTwo.ask(name, type)] as const));
  const answers = await withinDeadline(deadlineMs, asking, signal).catch((error: unknown) => {
    throw error instanceof RequestFailure ? new LookFailure(error.message, askTwo.host) : error;
  });
  const failure = failureOf(answers.flatMap(([, both]) => both));
  if (failure !== null)
    throw new LookFailure(words[failure] ?? `A DNS server failed (${failure})`, askTwo.host);
  const values = answers.flatMap(([type, both]) => {
    const [first, second] = both.map((answer) => listedNames('values' in answer ? answer.values : []));
    const isAgreed = first !== undefined && first.join(' ') === second?.join(' ');
    return isAgreed ? [{ field: fieldOf[type], value: first }] : [];
  });
  return { state: 'ok', source: 'dns', host: askTwo.host, values };
}

const fieldOf = { NS: 'ns', A: 'a', AAAA: 'aaaa', CNAME: 'cname', MX: 'mx' } as const;
