import { client } from '@quartermaster/contract/api/client';
import { newRule } from '@quartermaster/contract/alert-rules/new-rule';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { RuleBounds, boundsOf, boundsToSend } from './rule-bounds.tsx';
import { RuleFields } from './rule-fields.tsx';
import { RuleMore, WhatField } from './rule-more.tsx';
import { valuesOf } from './rule-values.ts';

/** A rule for some records, or for some of what expires. */
export function RuleDialog({ rule, onClose }: { rule?: AlertRule; onClose: () => void }) {
  const { values, set, errorOf, field, ...form } = useActionForm(
    { ...(rule ? valuesOf(rule) : newRule), ...boundsOf(rule), name: rule?.name ?? '' },
    async ({ tag, area, recordId, ...rest }) => {
      const body = { ...rest, ...boundsToSend({ tag, area, recordId }, rule) };
      await (rule
        ? request(client.alertRules.update, { params: { id: rule.id }, body })
        : request(client.alertRules.create, { body }));
      await queryClient.invalidateQueries();
      onClose();
    },
    'Failed to save the rule',
  );
  const part = { values, set, errorOf };
  return (
    <ActionDialog
      title={rule ? `Edit ${rule.name}` : 'Add rule'}
      submitLabel={rule ? 'Save' : 'Add'}
      busyLabel="Saving..."
      {...form}
      onClose={onClose}
    >
      <InputField label="Name" required {...field('name')} autoComplete="off" maxLength={limits.name} />
      <RuleBounds {...part} rule={rule} />
      <WhatField {...part} />
      <RuleFields {...part} />
      <RuleMore {...part} />
    </ActionDialog>
  );
}
