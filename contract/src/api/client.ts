import type { z } from 'zod';
import type * as account from '../account/account.schema.ts';
import { accountRoutes } from '../account/account.routes.ts';
import type * as auth from '../auth/auth.schema.ts';
import { authRoutes } from '../auth/auth.routes.ts';
import type * as alertRules from '../alert-rules/alert-rules.schema.ts';
import { alertRulesRoutes } from '../alert-rules/alert-rules.routes.ts';
import type * as alerts from '../alerts/alerts.schema.ts';
import { alertsRoutes } from '../alerts/alerts.routes.ts';
import type * as alertSettings from '../alert-settings/alert-settings.schema.ts';
import { alertSettingsRoutes } from '../alert-settings/alert-settings.routes.ts';
import type * as calendars from '../calendars/calendars.schema.ts';
import { calendarsRoutes } from '../calendars/calendars.routes.ts';
import type * as channels from '../channels/channels.schema.ts';
import { channelsRoutes } from '../channels/channels.routes.ts';
import type * as dashboard from '../dashboard/dashboard.schema.ts';
import { dashboardRoutes } from '../dashboard/dashboard.routes.ts';
import type * as dates from '../dates/dates.schema.ts';
import { datesRoutes } from '../dates/dates.routes.ts';
import type * as deliveries from '../deliveries/deliveries.schema.ts';
import { deliveriesRoutes } from '../deliveries/deliveries.routes.ts';
import type * as digests from '../digests/digests.schema.ts';
import { digestsRoutes } from '../digests/digests.routes.ts';
import type { entities } from '../entities/all.ts';
import { kinds } from '../entities/kinds.ts';
import type * as expirations from '../expirations/expirations.schema.ts';
import { expirationsRoutes } from '../expirations/expirations.routes.ts';
import type * as factChanges from '../fact-changes/fact-changes.schema.ts';
import { factChangesRoutes } from '../fact-changes/fact-changes.routes.ts';
import type * as mismatches from '../mismatches/mismatches.schema.ts';
import { mismatchesRoutes } from '../mismatches/mismatches.routes.ts';
import type * as factors from '../factors/factors.schema.ts';
import { factorsRoutes } from '../factors/factors.routes.ts';
import type * as history from '../history/history.schema.ts';
import { historyRoutes } from '../history/history.routes.ts';
import type * as impact from '../impact/impact.schema.ts';
import { impactRoutes } from '../impact/impact.routes.ts';
import type { imports } from '../imports/imports.schema.ts';
import { importsRoutes } from '../imports/imports.routes.ts';
import type * as installation from '../installation/installation.schema.ts';
import { installationRoutes } from '../installation/installation.routes.ts';
import type * as jobs from '../jobs/jobs.schema.ts';
import { jobsRoutes } from '../jobs/jobs.routes.ts';
import type * as oidc from '../oidc/oidc.schema.ts';
import { oidcRoutes } from '../oidc/oidc.routes.ts';
import type * as passkeys from '../passkeys/passkeys.schema.ts';
import { passkeysRoutes } from '../passkeys/passkeys.routes.ts';
import type * as health from '../health/health.schema.ts';
import { healthRoutes } from '../health/health.routes.ts';
import type * as graph from '../graph/graph.schema.ts';
import { graphRoutes } from '../graph/graph.routes.ts';
import type * as search from '../search/search.schema.ts';
import { searchRoutes } from '../search/search.routes.ts';
import type * as trash from '../trash/trash.schema.ts';
import { trashRoutes } from '../trash/trash.routes.ts';
import type * as views from '../views/views.schema.ts';
import { viewsRoutes } from '../views/views.routes.ts';
import type * as tokens from '../tokens/tokens.schema.ts';
import { tokensRoutes } from '../tokens/tokens.routes.ts';
import type * as workspaces from '../workspaces/workspaces.schema.ts';
import { workspacesRoutes } from '../workspaces/workspaces.routes.ts';
import type * as members from '../members/members.schema.ts';
import { membersRoutes } from '../members/members.routes.ts';
import type * as invitations from '../invitations/invitations.schema.ts';
import { invitationsRoutes } from '../invitations/invitations.routes.ts';
import type * as audit from '../audit/audit.schema.ts';
import { auditRoutes } from '../audit/audit.routes.ts';
import type * as exposure from '../exposure/exposure.schema.ts';
import { exposureRoutes, workListsRoutes } from '../exposure/exposure.routes.ts';
import type * as secretViews from '../secret-views/secret-views.schema.ts';
import { secretViewsRoutes } from '../secret-views/secret-views.routes.ts';
import type * as tags from '../tags/tags.schema.ts';
import { tagsRoutes } from '../tags/tags.routes.ts';
import type { Endpoint } from './endpoint.ts';
import type { Kind } from './kind.ts';
import type { Route } from './route.ts';

/** A route with the types of its request and answer. */
type Typed<R, E> = E extends Endpoint ? R & Route<NonNullable<E['types']>> : R;
type Joined<R, S> = { [K in keyof R]: K extends keyof S ? Typed<R[K], S[K]> : R[K] };

type Entities = typeof entities;
type Kinds = typeof kinds;
/** A kind's facts and routes with the type of its records; loads no schemas. */
type Joins = {
  [N in keyof Kinds]: Joined<Kinds[N], Entities[N]> & { readonly answer?: Entities[N]['answer'] };
};

/** The whole API, typed by the schemas without loading them: they weigh more than a page. */
export const client = {
  ...kinds,
  account: accountRoutes,
  auth: authRoutes,
  dashboard: dashboardRoutes,
  factors: factorsRoutes,
  passkeys: passkeysRoutes,
  oidc: oidcRoutes,
  health: healthRoutes,
  search: searchRoutes,
  graph: graphRoutes,
  workspaces: workspacesRoutes,
  members: membersRoutes,
  invitations: invitationsRoutes,
  tokens: tokensRoutes,
  calendars: calendarsRoutes,
  digests: digestsRoutes,
  audit: auditRoutes,
  installation: installationRoutes,
  jobs: jobsRoutes,
  imports: importsRoutes,
  exposure: exposureRoutes,
  workLists: workListsRoutes,
  secretViews: secretViewsRoutes,
  views: viewsRoutes,
  tags: tagsRoutes,
  history: historyRoutes,
  trash: trashRoutes,
  impact: impactRoutes,
  dates: datesRoutes,
  expirations: expirationsRoutes,
  alerts: alertsRoutes,
  alertRules: alertRulesRoutes,
  mismatches: mismatchesRoutes,
  factChanges: factChangesRoutes,
  alertSettings: alertSettingsRoutes,
  channels: channelsRoutes,
  deliveries: deliveriesRoutes,
} as unknown as Joins & {
  account: Joined<typeof accountRoutes, typeof account>;
  auth: Joined<typeof authRoutes, typeof auth>;
  dashboard: Joined<typeof dashboardRoutes, typeof dashboard>;
  factors: Joined<typeof factorsRoutes, typeof factors>;
  oidc: Joined<typeof oidcRoutes, typeof oidc>;
  passkeys: Joined<typeof passkeysRoutes, typeof passkeys>;
  health: Joined<typeof healthRoutes, typeof health>;
  search: Joined<typeof searchRoutes, typeof search>;
  graph: Joined<typeof graphRoutes, typeof graph>;
  workspaces: Joined<typeof workspacesRoutes, typeof workspaces>;
  members: Joined<typeof membersRoutes, typeof members>;
  invitations: Joined<typeof invitationsRoutes, typeof invitations>;
  tokens: Joined<typeof tokensRoutes, typeof tokens>;
  calendars: Joined<typeof calendarsRoutes, typeof calendars>;
  digests: Joined<typeof digestsRoutes, typeof digests>;
  audit: Joined<typeof auditRoutes, typeof audit>;
  installation: Joined<typeof installationRoutes, typeof installation>;
  jobs: Joined<typeof jobsRoutes, typeof jobs>;
  imports: Joined<typeof importsRoutes, typeof imports>;
  exposure: Joined<typeof exposureRoutes, typeof exposure>;
  workLists: Joined<typeof workListsRoutes, typeof exposure.workLists>;
  secretViews: Joined<typeof secretViewsRoutes, typeof secretViews>;
  views: Joined<typeof viewsRoutes, typeof views>;
  tags: Joined<typeof tagsRoutes, typeof tags>;
  history: Joined<typeof historyRoutes, typeof history>;
  trash: Joined<typeof trashRoutes, typeof trash>;
  impact: Joined<typeof impactRoutes, typeof impact>;
  dates: Joined<typeof datesRoutes, typeof dates>;
  expirations: Joined<typeof expirationsRoutes, typeof expirations>;
  alerts: Joined<typeof alertsRoutes, typeof alerts>;
  alertRules: Joined<typeof alertRulesRoutes, typeof alertRules>;
  mismatches: Joined<typeof mismatchesRoutes, typeof mismatches>;
  factChanges: Joined<typeof factChangesRoutes, typeof factChanges>;
  alertSettings: Joined<typeof alertSettingsRoutes, typeof alertSettings>;
  channels: Joined<typeof channelsRoutes, typeof channels>;
  deliveries: Joined<typeof deliveriesRoutes, typeof deliveries>;
};

type Any = Entities[keyof Entities];
/** The common part of all kinds, for code that handles any of them. `T` is a record. */
export type AnyKind<T = unknown> = Kind & {
  reveal: Typed<Kind['reveal'], Any['reveal']>;
  relations: Typed<Kind['relations'], Any['relations']>;
  history: Typed<Kind['history'], Any['history']>;
  impact: Typed<Kind['impact'], Any['impact']>;
  impactExport: Typed<Kind['impactExport'], Any['impactExport']>;
  forget: Typed<Kind['forget'], Any['forget']>;
  bulkActions: Typed<Kind['bulkActions'], Any['bulkActions']>;
  facets: Typed<Kind['facets'], Any['facets']>;
  readonly answer?: z.ZodType<T>;
};
