import {
  type CredentialField,
  type CredentialFields,
  credentialTypes,
} from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { readableSecrets, saysSecret } from '@quartermaster/contract/rules/secret-names';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Field } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { FieldNameDialog } from './field-name-dialog.tsx';

const typeLabels = { string: 'String', email: 'Email', password: 'Password', url: 'URL' } as const;
const typeChoices = credentialTypes.map((type) => ({ value: type, label: typeLabels[type] }));

interface ApiFieldsEditorProps {
  fields: CredentialFields;
  /** `name` is the changed field. */
  onChange: (fields: CredentialFields, name: string) => void;
  /** Messages by field name. */
  errors: FieldErrors;
  /** The message about the whole list. */
  error: string | undefined;
}

/** The credentials that a registrar's API asks for. */
export function ApiFieldsEditor({ fields, onChange, errors, error }: ApiFieldsEditorProps) {
  const [isNaming, setNaming] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const isAdded = useRef(false);
  const names = Object.keys(fields);

  const add = (typed: string) => {
    const name = typed.toLowerCase();
    isAdded.current = true;
    const type = saysSecret(typed) ? 'password' : 'string';
    onChange({ ...fields, [name]: { label: typed, type, required: false } }, name);
  };
  const remove = (name: string) => {
    const { [name]: _, ...others } = fields;
    onChange(others, name);
    group.current?.querySelector<HTMLElement>('[data-add-field]')?.focus();
  };
  return (
    <fieldset ref={group} className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-medium">API Fields</legend>
      {names.length === 0 && (
        <p className="rounded-lg border border-dashed border-line px-4 py-5 text-center text-sm text-ink-2">
          No API fields yet. Add those that the API asks for, such as a key and a secret.
        </p>
      )}
      {Object.entries(fields).map(([name, field]) => (
        <FieldEditor
          key={name}
          name={name}
          field={field}
          error={Object.hasOwn(errors, name) ? errors[name] : undefined}
          onChange={(changed) => onChange({ ...fields, [name]: changed }, name)}
          onRemove={() => remove(name)}
        />
      ))}
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      <div>
        <Button icon={Plus} data-add-field onClick={() => setNaming(true)}>
          Add Field
        </Button>
      </div>
      <FieldNameDialog
        open={isNaming}
        taken={names}
        onAdd={add}
        onClose={() => setNaming(false)}
        finalFocus={() => {
          if (!isAdded.current) return true;
          isAdded.current = false;
          return (
            [...(group.current?.querySelectorAll<HTMLElement>('[data-field-label]') ?? [])].at(-1) ?? true
          );
        }}
      />
    </fieldset>
  );
}

interface FieldEditorProps {
  name: string;
  field: CredentialField;
  error: string | undefined;
  onChange: (field: CredentialField) => void;
  onRemove: () => void;
}

const FieldEditor = ({ name, field, error, onChange, onRemove }: FieldEditorProps) => (
  <div role="group" aria-label={`Field ${name}`} className="grid gap-3 rounded-lg border border-line p-3">
    <div className="flex items-center justify-between gap-2">
      <code className="min-w-0 clipped rounded bg-sunken px-1.5 py-0.5 text-xs">{name}</code>
      <Button
        variant="ghost"
        icon={Trash2}
        aria-label={`Remove ${name}`}
        className="-my-1 -mr-1"
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
    <div className="grid grid-cols-[1fr_8.5rem] items-start gap-3">
      <Field label="Label" required error={error}>
        {(aria) => (
          <Input
            {...aria}
            data-field-label
            autoComplete="off"
            value={field.label}
            onChange={({ target }) => onChange({ ...field, label: target.value })}
          />
        )}
      </Field>
      <ChoiceField
        label="Type"
        options={typeChoices}
        value={field.type}
        onChange={(type) => onChange({ ...field, type: typeOf(type), readable: undefined })}
      />
    </div>
    <CheckLabel
      checked={field.required}
      onChange={({ target }) => onChange({ ...field, required: target.checked })}
    >
      Required
    </CheckLabel>
    <ReadableSecret name={name} field={field} onChange={onChange} />
  </div>
);

/** Warns that everybody reads what the field's name says is secret, until that is meant. */
function ReadableSecret({ name, field, onChange }: Pick<FieldEditorProps, 'name' | 'field' | 'onChange'>) {
  const isReadable = field.readable === true;
  if (readableSecrets({ [name]: { ...field, readable: false } }).length === 0) return null;
  return (
    <div
      className={`grid gap-2 rounded-md px-3 py-2 text-sm ${isReadable ? 'bg-sunken text-ink-2' : 'bg-warn-soft text-warn'}`}
    >
      <p role="status">
        {isReadable
          ? 'Members without the right to secrets read this field, although its name says that it is secret.'
          : 'Members without the right to secrets will read this field, and its name says that it is secret: choose the type Password, or keep it as readable.'}
      </p>
      <CheckLabel
        checked={isReadable}
        onChange={({ target }) => onChange({ ...field, readable: target.checked || undefined })}
      >
        Keep as readable
      </CheckLabel>
    </div>
  );
}

const typeOf = (value: string): CredentialField['type'] =>
  credentialTypes.find((type) => type === value) ?? 'string';
