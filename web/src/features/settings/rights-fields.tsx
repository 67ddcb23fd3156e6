import { type Role, isUnrestricted, roles } from '@quartermaster/contract/api/permissions';
import { type ScopeDraft, scopeOf } from '../../form/scope-draft.ts';
import { ScopeField } from '../../form/scope-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { roleTexts } from '../../access/workspaces/rights-text.tsx';

export interface RightsValues {
  role: Role;
  secrets: boolean;
  scope: ScopeDraft;
}

/** The rights to send; a role that sees everything hides its scope. */
export const rightsOf = ({ role, secrets, scope }: RightsValues) => ({
  role,
  secrets,
  scope: isUnrestricted(role) ? [] : scopeOf(scope),
});

interface RightsFieldsProps {
  values: RightsValues;
  set: (change: Partial<RightsValues>) => void;
  errorOf: (field: keyof RightsValues) => string | undefined;
  /** Only owners can give the owner's role. */
  isOwner: boolean;
}

/** Role, right to read secrets, and scope, for a member or an invitation. */
export function RightsFields({ values, set, errorOf, isOwner }: RightsFieldsProps) {
  const unrestricted = isUnrestricted(values.role);
  return (
    <>
      <ChoiceField
        label="Role"
        hint={roleTexts[values.role].hint}
        error={errorOf('role')}
        options={roles
          .filter((role) => role !== 'OWNER' || isOwner)
          .map((role) => ({ value: role, label: roleTexts[role].label }))}
        value={values.role}
        onChange={(role) => set({ role })}
      />
      {!unrestricted && (
        <>
          <CheckLabel checked={values.secrets} onChange={({ target }) => set({ secrets: target.checked })}>
            May read secrets
          </CheckLabel>
          <ScopeField scope={values.scope} onChange={(scope) => set({ scope })} error={errorOf('scope')} />
        </>
      )}
    </>
  );
}
