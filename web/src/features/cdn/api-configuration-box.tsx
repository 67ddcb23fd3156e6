import type { CdnProvider } from '@quartermaster/contract/catalog/cdn-providers';
import type { Credentials } from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { ExternalLink as LinkIcon } from 'lucide-react';
import type { RecordForm } from '../../form/use-record-form.ts';
import { CredentialFields } from '../../form/credential-fields.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { addressFields } from './cdn-values.ts';

interface ApiConfigurationBoxProps {
  /** The chosen option. */
  provider: CdnProvider | undefined;
  credentials: Credentials;
  /** `name` is the changed field. */
  onChange: (credentials: Credentials, name: string) => void;
  /** `name` is the field to validate now. */
  onCheck: (name: string) => void;
  /** Messages by credential name. */
  errors: FieldErrors;
  contested: RecordForm['contested'];
  /** Whether they belong to the provider of the stored record. */
  areStored: boolean;
  /** The message about the credentials as a whole. */
  problem: string | undefined;
}

/** The credentials that a provider's API needs. */
export function ApiConfigurationBox(props: ApiConfigurationBoxProps) {
  const { provider, credentials, onChange, onCheck, errors, contested, areStored, problem } = props;
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">API Configuration</legend>
      {provider?.docsUrl && (
        <p className="text-sm">
          <ExternalLink
            href={provider.docsUrl}
            className="inline-flex items-center gap-1.5 text-accent-text hover:underline"
          >
            {provider.name} API documentation
            <LinkIcon aria-hidden className="size-3.5" />
          </ExternalLink>
        </p>
      )}
      {provider ? (
        <CredentialFields
          fields={provider.fields}
          values={credentials}
          onChange={onChange}
          onCheck={onCheck}
          errors={errors}
          contested={contested}
          areStored={areStored}
          locked={addressFields(provider)}
        />
      ) : (
        <p className="text-sm text-ink-2">Choose a CDN provider to see what its API asks for.</p>
      )}
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
