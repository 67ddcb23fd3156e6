import { CheckLabel } from '../../ui/check-label.tsx';
import { Contested, yesOrNo } from '../../records/contested.tsx';
import { CredentialFields } from '../../form/credential-fields.tsx';
import { errorsBelow } from '../../form/record-body.ts';
import type { RecordForm } from '../../form/use-record-form.ts';
import { FreeCredentials } from './free-credentials.tsx';
import { type HostingValues, credentialFields, enteredCredentials, providerOf } from './hosting-values.ts';

/** Whether an account may use its provider's API, and with which credentials. */
export function ApiAccessBox({ form }: { form: RecordForm<HostingValues> }) {
  const { values, errors } = form;
  const isOn = values.hasApiAccess;
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">API Access</legend>
      <CheckLabel
        checked={isOn}
        onChange={({ target }) =>
          form.set({ hasApiAccess: target.checked }, ['apiCredentials', 'freeCredentials'])
        }
      >
        Account has API access
      </CheckLabel>
      <Contested field={form.contested['hasApiAccess']} show={yesOrNo} />
      {isOn && <Credentials form={form} />}
      {errors['apiCredentials'] && (
        <p role="alert" className="text-xs text-bad">
          {errors['apiCredentials']}
        </p>
      )}
    </fieldset>
  );
}

function Credentials({
  form: { values, stored, errors, contested, set, check },
}: {
  form: RecordForm<HostingValues>;
}) {
  const provider = providerOf(values);
  const fields = credentialFields(values);
  const areStored = stored?.['provider'] === provider;
  if (provider === '') return <p className="text-xs text-ink-2">Choose a provider first.</p>;
  if (fields)
    return (
      <div className="grid items-start gap-4 md:in-data-wide:grid-cols-2">
        <CredentialFields
          fields={fields}
          values={enteredCredentials(values)}
          onChange={(credentials, name) =>
            set({ apiCredentials: { ...values.apiCredentials, [provider]: credentials } }, [
              `apiCredentials.${name}`,
            ])
          }
          onCheck={(name) => check(`apiCredentials.${name}`)}
          errors={errorsBelow(errors, 'apiCredentials')}
          contested={contested}
          areStored={areStored}
        />
      </div>
    );
  const at = (path: string) => `freeCredentials.${path}`;
  return (
    <>
      <p className="text-xs text-ink-2">{`Whatever ${provider} asks for, each under a name of your choice.`}</p>
      <FreeCredentials
        areStored={areStored}
        value={values.freeCredentials}
        onChange={(freeCredentials, clears) => set({ freeCredentials }, clears.map(at))}
        onLeave={(path) => check(at(path))}
        errors={errorsBelow(errors, 'freeCredentials')}
      />
      {Object.entries(contested).map(
        ([path, field]) =>
          path.startsWith('apiCredentials.') && (
            <div key={path} className="grid gap-1.5">
              <p className="text-sm font-medium">{path.slice('apiCredentials.'.length)}</p>
              <Contested field={field} isSecret />
            </div>
          ),
      )}
    </>
  );
}
