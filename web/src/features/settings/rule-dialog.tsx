import { areas } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { defaultDistances } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { limits } from '@quartermaster/contract/rules/limits';
import { parseTag } from '@quartermaster/contract/rules/tags';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { entities } from '../../records/entities.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { RuleFields, type RuleValues, valuesOf } from './rule-fields.tsx';

const initial: RuleValues = {
  distances: [...defaultDistances],
  channelIds: [],
  userIds: null,
  escalation: [],
  isActive: true,
};

/** A rule for some records. */
export function RuleDialog({ rule, onClose }: { rule?: AlertRule; onClose: () => void }) {
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    {
      ...(rule ? valuesOf(rule) : initial),
      name: rule?.name ?? '',
      tag: rule?.tag ? `${rule.tag.type}:${rule.tag.value}` : '',
      area: rule?.area ?? '',
    },
    async ({ tag, area, ...rest }) => {
      const bounds = {
        tag: tag.trim() === '' ? null : parseTag(tag),
        area: areas.find((each) => each === area) ?? null,
      };
      const body = { ...rest, ...bounds };
      await (rule
        ? request(client.alertRules.update, { params: { id: rule.id }, body })
        : request(client.alertRules.create, { body }));
      await queryClient.invalidateQueries();
      onClose();
    },
    'Failed to save the rule',
  );
  return (
    <ActionDialog
      title={rule ? `Edit ${rule.name}` : 'Add rule'}
      submit={{ label: rule ? 'Save' : 'Add', busyLabel: 'Saving...', onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <Field label="Name" required error={errorOf('name')}>
        {(aria) => (
          <Input
            {...aria}
            autoComplete="off"
            maxLength={limits.name}
            value={values.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Tag" error={errorOf('tag')} hint="type:value, such as client:acme. Empty: any.">
        {(aria) => (
          <Input
            {...aria}
            autoComplete="off"
            maxLength={limits.tagText}
            value={values.tag}
            onChange={({ target }) => set({ tag: target.value })}
          />
        )}
      </Field>
      <Field label="Kind of record" error={errorOf('area')}>
        {(aria) => (
          <Select
            {...aria}
            value={values.area}
            emptyLabel="Any"
            options={areas.map((area) => ({ value: area, label: entities[area].title }))}
            onChange={(area) => set({ area })}
          />
        )}
      </Field>
      <RuleFields values={values} set={set} errorOf={errorOf} />
    </ActionDialog>
  );
}
