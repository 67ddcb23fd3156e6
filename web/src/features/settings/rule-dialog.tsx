import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { RuleBounds } from './rule-bounds.tsx';
import { RuleFields, RuleMore, WhatField } from './rule-fields.tsx';
import { useRuleForm } from './use-rule-form.ts';

/** A rule for some records, or for some of what expires: for what on the left, when and whom on the right. */
export function RuleDialog({ rule, onClose }: { rule?: AlertRule; onClose: () => void }) {
  const form = useRuleForm(rule, onClose);
  return (
    <ActionDialog
      title={rule ? `Edit ${rule.name}` : 'Add rule'}
      submitLabel={rule ? 'Save' : 'Add'}
      busyLabel="Saving..."
      isWide
      {...form}
      onClose={onClose}
    >
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <InputField
            label="Name"
            required
            {...form.field('name')}
            autoComplete="off"
            maxLength={limits.name}
          />
          <RuleBounds form={form} rule={rule} />
          <WhatField form={form} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <RuleFields form={form} />
          <RuleMore form={form} />
        </div>
      </div>
    </ActionDialog>
  );
}
