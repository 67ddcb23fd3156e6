import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { PanelForm } from '../../form/panel-form.tsx';
import { wholeNumber } from '../../form/typed-numbers.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { InputField } from '../../ui/input-field.tsx';
import { saveWorkspace } from './save-workspace.ts';

const periods = [
  {
    name: 'historyDays',
    label: 'Days that the history is kept',
    hint: 'What is older is deleted for good within an hour.',
  },
  {
    name: 'deletedSecretDays',
    label: 'Days that secrets of deleted records are kept',
    hint: 'After that, a record that requires one can’t be restored.',
  },
] as const;

/** How long the workspace keeps its history. */
export function RetentionPanel({ workspace }: { workspace: Workspace }) {
  const { id, historyDays, deletedSecretDays } = workspace;
  const { values, set, errorOf, ...form } = useActionForm(
    { historyDays: String(historyDays), deletedSecretDays: String(deletedSecretDays) },
    (entered) =>
      saveWorkspace(id, {
        historyDays: wholeNumber(entered.historyDays),
        deletedSecretDays: wholeNumber(entered.deletedSecretDays),
      }),
    'Failed to save the workspace',
  );
  return (
    <PanelForm title="History" submitLabel="Save" busyLabel="Saving..." {...form}>
      {periods.map(({ name, label, hint }) => (
        <InputField
          key={name}
          label={label}
          hint={hint}
          error={errorOf(name)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={values[name]}
          onChange={(text) => set({ [name]: text })}
        />
      ))}
    </PanelForm>
  );
}
