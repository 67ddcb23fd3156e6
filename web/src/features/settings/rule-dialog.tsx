import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { RuleBounds } from './rule-bounds.tsx';
import { RuleFields, RuleMore, WhatField } from './rule-fields.tsx';
import { useRuleForm } from './use-rule-form.ts';

/** A rule for some records, or for some of what expires. */
export function RuleDialog({ rule, onClose }: { rule?: AlertRule; onClose: () => void }) {
  const form = useRuleForm(rule, onClose);
  return (
    <ActionDialog
      title={rule ? `Edit ${rule.name}` : 'Add rule'}
      submitLabel={rule ? 'Save' : 'Add'}
      busyLabel="Saving..."
      {...form}
      onClose={onClose}
    >
      <InputField label="Name" required {...form.field('name')} autoComplete="off" maxLength={limits.name} />
      <RuleBounds form={form} rule={rule} />
      <WhatField form={form} />
      <RuleFields form={form} />
      <RuleMore form={form} />
    </ActionDialog>
  );
}
