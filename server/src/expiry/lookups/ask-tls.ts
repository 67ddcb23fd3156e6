import type { Db } from '../../db/schema.ts';
import { type Window, stopOf, stopUntil } from '../../jobs/buckets.ts';
import { presentedCertificate } from '../../net/certificate.ts';
import { withinDeadline } from '../../net/deadline.ts';
import { RequestFailure } from '../../net/failures.ts';
import { type Asker, deadlineMs, slowMs } from './asker.ts';
import { LookFailure, type LookUpOutcome, factOfText, listed, listedNames } from './outcome.ts';
import { hostAndPort } from './subjects.ts';

const resolvedWithinMs = 5000;
/** Hosts and ports of a person's that were never asked before: nobody has this server scan a network. */
const firstLooks: readonly Window[] = [{ ms: 60_000, most: 30 }];
/** Where a first look goes on that was counted. */
const counted = 'counted';
/** For so long nothing else is asked at an address that was silent: not each of its ports is waited for. */
const silenceMs = 300_000;

async function wasAsked(db: Db, ownerId: string, subject: string): Promise<boolean> {
  const check = await db
    .selectFrom('checks')
    .select('recordId')
    .where('ownerId', '=', ownerId)
    .where('subject', '=', subject)
    .where('kind', '=', 'tls')
    .limit(1)
    .executeTakeFirst();
  return check !== undefined;
}

/** Who answers for what a workspace has looked up. */
async function personOf(db: Db, ownerId: string): Promise<string> {
  const member = await db
    .selectFrom('memberships')
    .select('userId')
    .where('workspaceId', '=', ownerId)
    .where('role', '=', 'OWNER')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return member?.userId ?? ownerId;
}

/** Asks an address in its turn, whatever host and port it is asked for, unless it was silent a short while ago. */
async function askAt(asker: Asker, address: string, { host, port }: { host: string; port: number }) {
  const { db, egress, inTurn, log, ownerId, signal } = asker;
  const silent = `silent ${address} ${ownerId}`;
  const ask = async () => {
    const began = performance.now();
    log.info({ ownerId, address, port }, 'asking for a certificate');
    try {
      return await presentedCertificate(egress, { host, port, address }, deadlineMs, signal);
    } catch (error) {
      if (performance.now() - began > slowMs) await stopUntil(db, silent, Date.now() + silenceMs);
      throw error;
    }
  };
  const until = await stopOf(db, silent);
  if (until > 0) throw new LookFailure(`${host} is at an address that did not answer in time`, host, until);
  return inTurn(`tls ${address}`, ask, { place: counted });
}

/** Reads the certificate that a host presents, valid or not. */
export async function askTls(asker: Asker, subject: string): Promise<LookUpOutcome> {
  const { db, egress, inTurn, ownerId, place, signal } = asker;
  const to = hostAndPort(subject);
  try {
    const address = await withinDeadline(resolvedWithinMs, () => egress.addressOf(to), signal);
    if (place !== counted && !(await wasAsked(db, ownerId, subject)))
      await inTurn(`first looks of ${await personOf(db, ownerId)}`, () => Promise.resolve(), {
        windows: firstLooks,
      });
    const found = await askAt(asker, address, to);
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
        { field: 'oldTls', value: found.oldTls.length === 0 ? null : listed(found.oldTls) },
      ],
    };
  } catch (error) {
    throw error instanceof RequestFailure ? new LookFailure(error.message, to.host) : error;
  }
}
