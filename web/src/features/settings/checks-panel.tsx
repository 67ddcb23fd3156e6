import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { type LookKind, lookKinds } from '@quartermaster/contract/lookups/lookups.routes';
import { PanelForm } from '../../form/panel-form.tsx';
import { wholeNumber } from '../../form/typed-numbers.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { CheckLabel } from '../../ui/check-label.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { saveAlertSettings } from './save-alert-settings.ts';

const kinds: Readonly<Record<LookKind, { label: string; request: string }>> = {
  registration: {
    label: 'Registration',
    request:
      'Asks each registry about its names. From your one address, it sees which names belong together.',
  },
  dns: { label: 'DNS', request: 'Asks two DNS servers for the records of each domain.' },
  tls: {
    label: 'Certificates',
    request: 'Asks each domain, its www and the panels of servers for the certificate.',
  },
};

/** What is looked up for the workspace, of whom that is asked, what follows, and how long passwords last. */
export function ChecksPanel({ settings }: { settings: AlertSettings }) {
  const { look, takeLaterRegistryDate, silentAfterDays, passwordMaxAgeDays } = settings;
  const { values, set, field, ...form } = useActionForm(
    {
      look,
      takeLaterRegistryDate,
      silentAfterDays: String(silentAfterDays),
      passwordMaxAgeDays: passwordMaxAgeDays === null ? '' : String(passwordMaxAgeDays),
    },
    (typed) => {
      const [silent, age] = [typed.silentAfterDays, typed.passwordMaxAgeDays];
      return saveAlertSettings({
        ...typed,
        silentAfterDays: wholeNumber(silent),
        // Blank: passwords do not expire.
        passwordMaxAgeDays: age.trim() === '' ? null : wholeNumber(age),
      });
    },
    'Failed to save the settings',
  );
  return (
    <PanelForm title="Checks" submitLabel="Save" busyLabel="Saving..." {...form}>
      {lookKinds.map((kind) => (
        <div key={kind}>
          <CheckLabel
            aria-describedby={`look-${kind}`}
            checked={values.look[kind]}
            onChange={({ target }) => set({ look: { ...values.look, [kind]: target.checked } })}
          >
            {kinds[kind].label}
          </CheckLabel>
          <p id={`look-${kind}`} className="mt-1 text-xs text-ink-2">
            {kinds[kind].request}
          </p>
        </div>
      ))}
      <div>
        <CheckLabel
          aria-describedby="take-later"
          checked={values.takeLaterRegistryDate}
          onChange={({ target }) => set({ takeLaterRegistryDate: target.checked })}
        >
          Take the registry's later date
        </CheckLabel>
        <p id="take-later" className="mt-1 text-xs text-ink-2">
          Once the registrar has confirmed it, or where none was typed. Each such change can be undone.
        </p>
      </div>
      <InputField
        label="Warn when a registry has not answered for … days"
        hint="Counted from the first request that it did not answer."
        {...field('silentAfterDays')}
        {...wholeDays}
      />
      <InputField
        label="Passwords expire after days"
        hint="Counted from when each was last set; they are listed in Expirations. Empty: never."
        {...field('passwordMaxAgeDays')}
        {...wholeDays}
      />
    </PanelForm>
  );
}

const wholeDays = { inputMode: 'numeric', autoComplete: 'off', maxLength: 10 } as const;
