import type { Credentials } from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Contested, yesOrNo } from '../../records/contested.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import { CredentialFields } from '../../form/credential-fields.tsx';
import type { AccountType } from './account-values.ts';

interface ApiAccessBoxProps {
  /** The chosen option. */
  type: AccountType | undefined;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  credentials: Credentials;
  /** `name` is the changed field. */
  onChange: (credentials: Credentials, name: string) => void;
  /** Messages by credential name. */
  errors: FieldErrors;
  contested: RecordForm['contested'];
}

/** Whether an account may use its registrar's API, and with which credentials. */
export function ApiAccessBox({
  type,
  isOn,
  onSwitch,
  credentials,
  onChange,
  errors,
  contested,
}: ApiAccessBoxProps) {
  const messages = Object.values(errors);
  const note = noteOn(type, isOn);
  return (
    <fieldset className="grid content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">API Access</legend>
      <CheckLabel checked={isOn} disabled={!type?.hasApi} onChange={({ target }) => onSwitch(target.checked)}>
        Account has API access
      </CheckLabel>
      <Contested field={contested['hasApiAccess']} show={yesOrNo} />
      {note && <p className="text-xs text-ink-2">{note}</p>}
      {isOn && type && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <CredentialFields
            fields={type.apiFields}
            values={credentials}
            onChange={onChange}
            errors={errors}
            contested={contested}
          />
        </div>
      )}
      {messages.length > 1 && <p className="text-xs text-bad">{messages.join(', ')}</p>}
    </fieldset>
  );
}

function noteOn(type: AccountType | undefined, isOn: boolean): string | undefined {
  if (!type) return 'Choose a registrator type first.';
  if (!type.hasApi) return `${type.name} has no API.`;
  if (isOn && Object.keys(type.apiFields).length === 0) return `${type.name} asks for no credentials.`;
  return undefined;
}
