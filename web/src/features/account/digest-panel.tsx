import { client } from '@quartermaster/contract/api/client';
import { type DigestPeriod, digestDays } from '@quartermaster/contract/digests/digests.routes';
import type { Digest } from '@quartermaster/contract/digests/digests.schema';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/rights.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { toast } from '../../ui/toaster.tsx';

const digestQuery = routeQuery(client.digests.get);

/** When the person gets the summary of dates in the current workspace. */
export function DigestPanel() {
  const { data, error, refetch } = useQuery(digestQuery);
  if (data) return <DigestForm digest={data.digest} />;
  return <ProblemBanner title="Failed to load your digest" error={error} onRetry={() => void refetch()} />;
}

const periods: { value: DigestPeriod; label: string }[] = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'off', label: 'Never' },
];
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, at) => ({ value: String(at + 1), label }),
);
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

function DigestForm({ digest }: { digest: Digest }) {
  const workspace = useWorkspace();
  const { data: methods } = useQuery(routeQuery(client.account.methods));
  const { data: alerts } = useQuery(routeQuery(client.alertSettings.get));
  const { values, set, errorOf, ...form } = useActionForm(
    digest,
    async (body) => {
      queryClient.setQueryData(digestQuery.queryKey, await request(client.digests.update, { body }));
      toast({ title: 'Digest saved' });
    },
    'Failed to save your digest',
  );
  return (
    <PanelForm title="Digest" submitLabel="Save" busyLabel="Saving..." {...form}>
      <p className="text-ink-2">
        What is overdue and what expires within {digestDays} days in {workspace?.name ?? 'this workspace'}, as
        one mail. None comes when there is nothing to say.
      </p>
      {methods?.mail === false && <Banner tone="warn" title="Mail is not set up: digests wait" />}
      <ChoiceField
        label="How often"
        error={errorOf('every')}
        options={periods}
        value={values.every}
        onChange={(every) => set({ every })}
      />
      {values.every === 'week' && (
        <ChoiceField
          label="Weekday"
          error={errorOf('weekday')}
          options={weekdays}
          value={String(values.weekday)}
          onChange={(weekday) => set({ weekday: Number(weekday) })}
        />
      )}
      {values.every !== 'off' && (
        <ChoiceField
          label="Hour"
          error={errorOf('hour')}
          hint={alerts && `In the time zone of the workspace: ${alerts.settings.timeZone}`}
          options={hours}
          value={String(values.hour)}
          onChange={(hour) => set({ hour: Number(hour) })}
        />
      )}
      {values.every === 'off' && <p className="text-ink-2">Single messages about what is near still come.</p>}
    </PanelForm>
  );
}
