import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { PanelForm } from '../../form/panel-form.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Field } from '../../ui/field.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { SuggestedInput } from '../../ui/suggested-input.tsx';
import { saveAlertSettings } from './save-alert-settings.ts';

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** How the workspace counts days, and when its messages wait. */
export function QuietHoursPanel({ settings }: { settings: AlertSettings }) {
  const { timeZone, quietFrom, quietTo } = settings;
  const { values, set, errorOf, ...form } = useActionForm(
    { timeZone, quietFrom: quietFrom ?? '', quietTo: quietTo ?? '' },
    (typed) =>
      saveAlertSettings({
        timeZone: typed.timeZone.trim(),
        quietFrom: typed.quietFrom || null,
        quietTo: typed.quietTo || null,
      }),
    'Failed to save the settings',
  );
  return (
    <PanelForm title="Time zone and quiet hours" submitLabel="Save" busyLabel="Saving..." {...form}>
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
    </PanelForm>
  );
}
