import { client } from '@quartermaster/contract/api/client';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { tagText } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { alertRulesQuery } from '../../records/alerts/alert-queries.ts';
import { distancesText } from '../../records/alerts/alert-words.ts';
import { entities } from '../../records/entities.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toaster.tsx';
import { RuleFields, RuleMore, WhatField } from './rule-fields.tsx';
import { useRuleForm } from './use-rule-form.ts';
import { limits } from '@quartermaster/contract/rules/limits';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { RuleBounds } from './rule-bounds.tsx';

/** When somebody is told, and who: the default rule, and those that take its place for some records. */
export function RulesPanel() {
  const { data, error, refetch } = useQuery(alertRulesQuery);
  const [first, ...others] = data?.alertRules ?? [];
  return (
    <>
      <ProblemBanner title="Failed to load the rules" error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton className="h-40" />}
      {first && <DefaultRule key={first.updatedAt} rule={first} />}
      {data && <OtherRules rules={others} />}
    </>
  );
}

function DefaultRule({ rule }: { rule: AlertRule }) {
  const form = useRuleForm(rule, () => toast({ title: 'Rule saved' }));
  return (
    <PanelForm title="When" submitLabel="Save rule" busyLabel="Saving..." {...form}>
      {rule.isActive && !rule.reaches && (
        <Banner tone="warn" title="This rule reaches nobody.">
          Choose an active channel, or people once mail is set up.
        </Banner>
      )}
      <RuleFields form={form} />
      <RuleMore form={form}>
        <WhatField form={form} />
      </RuleMore>
    </PanelForm>
  );
}

type OpenDialog = 'new' | { edit: AlertRule } | { remove: AlertRule };

/** What a rule holds for. */
function boundsText({ tag, area, recordId, record, what }: AlertRule): string {
  const bounds = [
    record ? shownName(record.area, record.name) : recordId && 'A record that is gone',
    tag && tagText(tag),
    area && entities[area].title,
    what.length > 0 && what.map((kind) => expirationLabels[kind]).join(', '),
  ].filter(Boolean);
  return bounds.length === 0 ? 'All that expires' : bounds.join(' · ');
}

function OtherRules({ rules }: { rules: readonly AlertRule[] }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <Panel
      title="Other rules"
      after={
        <Button className="-mr-2" icon={Plus} onClick={() => setDialog('new')}>
          Add rule
        </Button>
      }
    >
      {rules.length === 0 && (
        <p className="px-4 py-3 text-sm text-ink-2">
          A rule for a record, a tag or a kind of record takes the place of the one above.
        </p>
      )}
      <ul className="divide-y divide-line">
        {rules.map((rule) => (
          <li key={rule.id} className="flex items-center gap-x-2 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="clipped font-medium">{rule.name}</p>
              <p className="text-xs wrap-anywhere text-ink-2">
                {boundsText(rule)}: {distancesText(rule.distances)}
              </p>
            </div>
            {!rule.isActive && <StatusBadge tone="mute">Off</StatusBadge>}
            {rule.isActive && !rule.reaches && <StatusBadge tone="warn">Reaches nobody</StatusBadge>}
            <IconButton label={`Edit ${rule.name}`} icon={Pencil} onClick={() => setDialog({ edit: rule })} />
            <IconButton
              label={`Delete ${rule.name}`}
              icon={Trash2}
              onClick={() => setDialog({ remove: rule })}
            />
          </li>
        ))}
      </ul>
      {dialog === 'new' && <RuleDialog onClose={close} />}
      {typeof dialog === 'object' && 'edit' in dialog && <RuleDialog rule={dialog.edit} onClose={close} />}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <RemoveDialog
          title={`Delete the rule ${dialog.remove.name}?`}
          failure="Failed to delete the rule"
          onRemove={async () => {
            await request(client.alertRules.remove, { params: { id: dialog.remove.id } });
            await queryClient.invalidateQueries();
          }}
          onClose={close}
        >
          <p className="text-ink-2">A wider rule takes its place.</p>
        </RemoveDialog>
      )}
    </Panel>
  );
}

/** A rule for some records, or for some of what expires. */
function RuleDialog({ rule, onClose }: { rule?: AlertRule; onClose: () => void }) {
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
