import { presentedCertificate } from '../../net/certificate.ts';
import { RequestFailure } from '../../net/failures.ts';
import { type Asker, deadlineMs } from './asker.ts';
import { LookFailure, type LookUpOutcome, factOfText, listed, listedNames } from './outcome.ts';
import { hostAndPort } from './subjects.ts';

/** Reads the certificate that a host presents, valid or not. */
export async function askTls({ egress, inTurn, signal }: Asker, subject: string): Promise<LookUpOutcome> {
  const to = hostAndPort(subject);
  try {
    // In turns, so that nobody has a host asked again and again.
    const found = await inTurn(subject, () => presentedCertificate(egress, to, deadlineMs, signal));
    return {
      state: 'ok',
      source: 'tls',
      host: to.host,
      values: [
        { field: 'notBefore', value: new Date(found.notBefore).toISOString() },
        { field: 'notAfter', value: new Date(found.notAfter).toISOString() },
        { field: 'issuer', value: factOfText(found.issuer) },
        { field: 'names', value: listedNames(found.names) },
        { field: 'chain', value: listed(found.chain) },
        { field: 'trusted', value: found.trusted },
        { field: 'nameMatches', value: found.nameMatches },
      ],
    };
  } catch (error) {
    throw error instanceof RequestFailure ? new LookFailure(error.message, to.host) : error;
  }
}
