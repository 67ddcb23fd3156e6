import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { wholeNumber } from '../../form/typed-numbers.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Field } from '../../ui/field.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { SuggestedInput } from '../../ui/suggested-input.tsx';
import { toast } from '../../ui/toaster.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { LooksPanel } from './looks-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SendingBanner } from './sending-banner.tsx';

const settingsQuery = routeQuery(client.alertSettings.get);

/** Where alerts are sent, how the workspace counts days, and what was sent. */
export default function AlertsSection() {
  return (
    <>
      <SendingBanner />
      <ChannelsPanel />
      <RulesPanel />
      <Hours />
      <DeliveriesPanel />
    </>
  );
}

function Hours() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (data)
    return (
      <>
        <HoursPanel settings={data.settings} />
        <LooksPanel settings={data.settings} />
      </>
    );
  return error ? (
    <ProblemBanner title="Failed to load the settings" error={error} onRetry={() => void refetch()} />
  ) : (
    <PageSpinner />
  );
}

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function HoursPanel({ settings }: { settings: AlertSettings }) {
  const { timeZone, quietFrom, quietTo, passwordMaxAgeDays } = settings;
  const { values, set, errorOf, field, ...form } = useActionForm(
    {
      timeZone,
      quietFrom: quietFrom ?? '',
      quietTo: quietTo ?? '',
      passwordMaxAgeDays: passwordMaxAgeDays === null ? '' : String(passwordMaxAgeDays),
    },
    async (typed) => {
      const body = {
        timeZone: typed.timeZone.trim(),
        quietFrom: typed.quietFrom || null,
        quietTo: typed.quietTo || null,
        // Blank: passwords do not expire.
        passwordMaxAgeDays:
          typed.passwordMaxAgeDays.trim() === '' ? null : wholeNumber(typed.passwordMaxAgeDays),
      };
      const saved = await request(client.alertSettings.update, { body });
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      toast({ title: 'Settings saved' });
      await queryClient.invalidateQueries();
    },
    'Failed to save the settings',
  );
  return (
    <PanelForm title="Hours" submitLabel="Save" busyLabel="Saving..." {...form}>
      <Field
        label="Time zone"
        error={errorOf('timeZone')}
        hint="Where the days of the workspace begin and end, such as Europe/Berlin."
      >
        {(aria) => (
          <SuggestedInput
            {...aria}
            value={values.timeZone}
            options={timeZones}
            maxLength={limits.timeZone}
            onChange={(zone) => set({ timeZone: zone })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1.5">
        {(['quietFrom', 'quietTo'] as const).map((end) => (
          <InputField
            key={end}
            label={end === 'quietFrom' ? 'Quiet from' : 'Quiet to'}
            error={errorOf(end)}
            type="time"
            value={values[end]}
            onChange={(text) => set({ [end]: text })}
          />
        ))}
        <p className="col-span-2 text-xs text-ink-2">
          Messages wait until these hours end; digests come at their hour. Both empty: there are none.
        </p>
      </div>
      <InputField
        label="Passwords expire after days"

        hint="Counted from when each was last set; they are listed in Expirations. Empty: never."
        {...field('passwordMaxAgeDays')}
        inputMode="numeric"
        autoComplete="off"

        maxLength={10}
      />
    </PanelForm>
  );
}
