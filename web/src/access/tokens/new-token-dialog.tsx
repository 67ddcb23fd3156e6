import { client } from '@quartermaster/contract/api/client';
import { type TokenPermission, may, tokenPermissions } from '@quartermaster/contract/api/permissions';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { useState } from 'react';
import { queryClient, queryKey } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/rights.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Field } from '../../ui/field.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { type ScopeDraft, scopeOf } from '../../form/scope-draft.ts';
import { ScopeField } from '../../form/scope-field.tsx';
import { ShownOnce } from '../../records/shown-once.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { permissionTexts } from './token-row.tsx';

interface Values {
  name: string;
  permissions: readonly TokenPermission[];
  /** In days from now. */
  expiresAt: number;
  scope: ScopeDraft;
  /** As typed, separated by commas or spaces. */
  addresses: string;
}

const blank: Values = {
  name: '',
  permissions: ['read'],
  expiresAt: limits.tokenDays,
  scope: { tags: [], text: '' },
  addresses: '',
};
const lives = [
  [1, '1 day'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
  [limits.tokenDaysAhead, '5 years'],
] as const;

/** Asks for a token's rights, then shows its value, once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace();
  const [value, setValue] = useState<string>();
  const { values, set, errorOf, field, ...form } = useActionForm(
    blank,
    async ({ name, permissions, expiresAt, scope, addresses }) => {
      const body = {
        name,
        permissions: [...permissions],
        scope: scopeOf(scope),
        // A minute less than the maximum, in case the clock is ahead.
        expiresAt: new Date(Date.now() + expiresAt * dayMs - 60_000).toISOString(),
        addresses: addresses.split(/[\s,]+/).filter((address) => address !== ''),
      };
      setValue((await request(client.tokens.create, { body })).value);
      await queryClient.invalidateQueries({ queryKey: queryKey(client.tokens.list) });
    },
    'Failed to create the token',
  );
  if (value !== undefined)
    return (
      <ShownOnce title={`Token ${values.name}`} what="Token" value={value} isMono onClose={onClose}>
        Copy it now: it is shown only this once. A script sends it with each request, in the header{' '}
        <code className="font-mono text-xs">Authorization: Bearer</code>.
      </ShownOnce>
    );
  const toggle = (permission: TokenPermission, isGiven: boolean) =>
    set({
      permissions: tokenPermissions.filter((each) =>
        each === permission ? isGiven : values.permissions.includes(each),
      ),
    });
  return (
    <ActionDialog
      title="New API token"
      submitLabel="Make token"
      busyLabel="Making..."
      {...form}
      onClose={onClose}
    >
      <InputField
        label="Name"
        required
        hint="What it is for. The logs show this name."
        {...field('name')}
        autoComplete="off"
        autoFocus
      />
      <Field label="Permissions" isGroup error={errorOf('permissions')}>
        {({ id: _, 'aria-required': __, 'aria-invalid': ___, ...aria }) => (
          <div {...aria} role="group" className="grid gap-2">
            {tokenPermissions
              .filter((permission) => !workspace || may(workspace, permission))
              .map((permission) => (
                <div key={permission}>
                  <CheckLabel
                    checked={values.permissions.includes(permission)}
                    onChange={({ target }) => toggle(permission, target.checked)}
                  >
                    {permissionTexts[permission].label}
                  </CheckLabel>
                  <p className="pl-6 text-xs text-ink-2">{permissionTexts[permission].hint}</p>
                </div>
              ))}
          </div>
        )}
      </Field>
      <ChoiceField
        label="Ends after"
        error={errorOf('expiresAt')}
        options={lives.map(([days, label]) => ({ value: String(days), label }))}
        value={String(values.expiresAt)}
        onChange={(days) => set({ expiresAt: Number(days) })}
      />
      <ScopeField scope={values.scope} onChange={(scope) => set({ scope })} error={errorOf('scope')} />
      <InputField
        label="Accepted from"

        hint="IP addresses and networks, such as 192.0.2.0/24. Empty: from everywhere."
        {...field('addresses')}
        autoComplete="off"
        className="font-mono"
      />
    </ActionDialog>
  );
}
