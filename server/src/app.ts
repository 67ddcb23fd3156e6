import { randomUUID } from 'node:crypto';
import { limits } from '@quartermaster/contract/rules/limits';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from './config.ts';
import { Keyring } from './secrets/keyring.ts';
import { KeysClosedError, type SystemKeys } from './secrets/system-keys.ts';
import { egressOf } from './net/egress.ts';
import { seedGlobals } from './records/table/seed.ts';
import { inBackground } from './db/background.ts';
import { OutageError } from './db/outage-error.ts';
import type { Db } from './db/schema.ts';
import { deleteOldCounts } from './mail/mail-limits.ts';
import { mailSending } from './mail/mail-sending.ts';
import { AcknowledgeLinks } from './deliveries/acknowledge-links.ts';
import { deliveryPruning } from './deliveries/pruning.ts';
import { sending } from './deliveries/sending.ts';
import { Outbox } from './mail/outbox.ts';
import { RefusedSignIns } from './access/refused-sign-ins.ts';
import { deleteExpired } from './access/sessions.ts';
import { SessionCache } from './access/session-cache.ts';
import { authenticator } from './access/authenticate.ts';
import { kinds, tables } from './features/all.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { factorRoutes } from './features/auth/auth.factor-routes.ts';
import { oidcRoutes } from './features/auth/auth.oidc-routes.ts';
import { passkeyRoutes } from './features/auth/auth.passkey-routes.ts';
import { accountRoutes } from './features/auth/auth.account-routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { calendarRoutes } from './features/calendars/calendars.routes.ts';
import { channelRoutes } from './features/channels/channels.routes.ts';
import { deliveryRoutes } from './features/deliveries/deliveries.routes.ts';
import { crossing, crossingOfAll } from './alerts/crossing.ts';
import { alertRuleRoutes } from './features/alert-rules/alert-rules.routes.ts';
import { alertRoutes } from './features/alerts/alerts.routes.ts';
import { alertSettingsRoutes } from './features/alert-settings/alert-settings.routes.ts';
import { dateRoutes } from './features/dates/dates.routes.ts';
import { factChangeRoutes } from './features/fact-changes/fact-changes.routes.ts';
import { mismatchRoutes } from './features/mismatches/mismatches.routes.ts';
import { expirationRoutes } from './features/expirations/expirations.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { digesting } from './features/digests/digests.job.ts';
import { digestRoutes } from './features/digests/digests.routes.ts';
import { exposureRoutes } from './features/exposure/exposure.routes.ts';
import { trashRoutes } from './features/trash/trash.routes.ts';
import { graphRoutes } from './features/graph/graph.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { historyRoutes } from './features/history/history.routes.ts';
import { importApplying } from './features/imports/imports.apply.ts';
import { impactRoutes } from './features/records/records.impact.ts';
import { importRoutes } from './features/imports/imports.routes.ts';
import { deleteExpiredImports } from './features/imports/imports.store.ts';
import { installationRoutes } from './features/installation/installation.routes.ts';
import { jobRoutes } from './features/jobs/jobs.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { tagRoutes } from './features/tags/tags.routes.ts';
import { viewRoutes } from './features/views/views.routes.ts';
import { workspaceDeletion } from './features/workspaces/workspaces.deletion.ts';
import { invitationRoutes, memberRoutes, workspaceRoutes } from './features/workspaces/workspaces.routes.ts';
import { answerError, answerErrors, loggable } from './http/errors.ts';
import { newApi } from './http/implement.ts';
import { answerInOrder, limitedServer } from './http/connections.ts';
import { takeJson } from './http/json-body.ts';
import { openApiRoutes } from './http/openapi-routes.ts';
import { refuseOtherSites } from './http/origins.ts';
import { refuseUnreadable } from './http/unreadable-requests.ts';
import { secure } from './http/secure.ts';
import { serveInterface } from './http/static-files.ts';
import { laterDates } from './expiry/later-dates.ts';
import { type Job, hourly } from './jobs/job.ts';
import { asciiAddresses } from './records/table/ascii-addresses.ts';
import { pruning } from './records/history/pruning.ts';
import { undoing } from './records/undo/later.ts';
import { bootstrapping } from './expiry/lookups/bootstrap-job.ts';
import { looking } from './expiry/lookups/look-job.ts';
import { planning, planningAll } from './expiry/lookups/plan-job.ts';
import { resealing } from './ops/resealing.ts';
import { resuming, workJob } from './work/long-work.ts';
import type { Services } from './services.ts';

/** Logs a request once, at its end. */
class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, req: FastifyRequest, res: FastifyReply): void {
    const responseTime = Math.round(res.elapsedTime * 10) / 10;
    if (error) res.log.error({ req, res, error: loggable(error), responseTime }, 'request errored');
    else res.log.info({ req, res, responseTime }, 'request completed');
  }
}

/** The background jobs. */
export const jobs = (all: Services): Job[] => {
  const services = { ...all, db: inBackground(all.db) };
  return [
    ...kinds.flatMap((kind) => kind.jobs.map((job) => job(services))),
    resealing(services),
    asciiAddresses(services),
    workspaceDeletion(services),
    pruning(services),
    workJob(services, undoing(services.db, services.tables)),
    workJob(services, importApplying(services.db)),
    resuming(services.db, [undoing(services.db, services.tables), importApplying(services.db)]),
    laterDates(services.db, services.keyring, services.tables),
    mailSending(services),
    sending(services),
    deliveryPruning(services),
    crossing(services),
    crossingOfAll(services),
    {
      kind: 'delete-expired',
      cron: hourly,
      run: async () => {
        await deleteExpired(services.db, Date.now());
        await deleteOldCounts(services.db, Date.now());
      },
    },
    digesting(services),
    looking(services),
    planning(services),
    planningAll(services),
    bootstrapping(services),
    { kind: 'delete-imports', cron: hourly, run: () => deleteExpiredImports(services.db, Date.now()) },
  ];
};

/** Every endpoint, in the order of the document. */
export function routes(services: Services, keys: SystemKeys): void {
  healthRoutes(services);
  authRoutes(services, keys);
  accountRoutes(services, keys);
  factorRoutes(services, keys);
  passkeyRoutes(services, keys);
  oidcRoutes(services, keys);
  workspaceRoutes(services);
  memberRoutes(services);
  invitationRoutes(services);
  tokenRoutes(services);
  auditRoutes(services);
  installationRoutes(services);
  jobRoutes(services);
  exposureRoutes(services);
  dashboardRoutes(services);
  searchRoutes(services);
  graphRoutes(services);
  viewRoutes(services);
  tagRoutes(services);
  importRoutes(services);
  historyRoutes(services);
  trashRoutes(services);
  impactRoutes(services);
  dateRoutes(services);
  expirationRoutes(services);
  mismatchRoutes(services);
  factChangeRoutes(services);
  alertSettingsRoutes(services);
  calendarRoutes(services);
  digestRoutes(services);
  channelRoutes(services);
  deliveryRoutes(services);
  alertRoutes(services);
  alertRuleRoutes(services);
  for (const kind of kinds) kind.routes(services);
}

/** Builds the server without listening. `api.endpoints` lists everything that it answers. */
export async function buildApp(
  config: Config,
  db: Db,
  log: FastifyBaseLogger,
): Promise<{ fastify: FastifyInstance; services: Services }> {
  const keyring = new Keyring(db, config.masterKey);
  await keyring.open();
  await seedGlobals(db);
  const keys = await keyring.systemKeys();
  const fastify = Fastify({
    loggerInstance: log,
    logController: new OneLine(),
    genReqId: () => randomUUID(),
    // Trust one hop: the proxy itself wrote only the last forwarded address.
    trustProxy: (address, hop) => hop === 0 && config.trustProxy(address),
    // For requests that match no endpoint; endpoints set their own limit.
    bodyLimit: limits.publicBody,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: answerError,
    serverFactory: (handle) => limitedServer(handle, config.trustProxy),
    forceCloseConnections: 'idle',
    // Still answer requests that arrive on open connections while stopping.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  keyring.watch((error) => {
    if (error === null) log.info('the keys can be read again');
    else if (error instanceof KeysClosedError) log.error({ reason: error.reason }, error.message);
    else log[error instanceof OutageError ? 'debug' : 'warn'](loggable(error), 'the keys could not be read');
  });
  fastify.addHook('onClose', () => keyring.close());
  answerInOrder(fastify);
  takeJson(fastify);
  answerErrors(fastify);
  await secure(fastify);
  refuseOtherSites(fastify, db, config);
  const sessions = new SessionCache(db);
  const api = newApi(fastify, authenticator(keys, sessions, keyring));
  const outbox = new Outbox(keys, config.mail !== null);
  const refusals = new RefusedSignIns(db);
  const egress = egressOf(config);
  const links = new AcknowledgeLinks(keys, config.publicUrl);
  const services: Services = {
    api,
    db,
    tables,
    keyring,
    sessions,
    outbox,
    refusals,
    egress,
    links,
    config,
    log,
  };
  routes(services, keys);
  await openApiRoutes(api);
  await serveInterface(fastify);
  return { fastify, services };
}
