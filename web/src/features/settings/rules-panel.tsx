import { client } from '@quartermaster/contract/api/client';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { alertRulesQuery } from '../../records/alerts/alert-queries.ts';
import { noRecipientText } from '../../records/alerts/alert-words.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleFields, RuleMore, WhatField } from './rule-fields.tsx';
import { useRuleMatches } from './rule-matches.ts';
import { RuleRow } from './rule-row.tsx';
import { useRuleForm } from './use-rule-form.ts';

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
    <PanelForm title="Rules" submitLabel="Save rule" busyLabel="Saving..." {...form}>
      <p className="text-sm text-ink-2">The default rule applies where no other rule does.</p>
      {rule.isActive && !rule.reaches && (
        <Banner tone="warn" title={noRecipientText(rule)}>
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

function OtherRules({ rules }: { rules: readonly AlertRule[] }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const matches = useRuleMatches(rules);
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
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            matches={matches[at]}
            onEdit={() => setDialog({ edit: rule })}
            onDelete={() => setDialog({ remove: rule })}
          />
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
