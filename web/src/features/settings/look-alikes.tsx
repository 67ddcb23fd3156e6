import { limits } from '@quartermaster/contract/rules/limits';
import { lookAlikes } from '@quartermaster/contract/rules/tag-spellings';
import { tagText } from '@quartermaster/contract/rules/tags';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { countsInWords } from '../../records/count-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/check-label.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { TagChip } from '../../ui/tag-chip.tsx';
import { toast } from '../../ui/toaster.tsx';
import { mergeTags } from './use-tag-change.ts';

const usesOf = ({ counts }: UsedTag): number => counts.reduce((sum, { count }) => sum + count, 0);

/** Tags that differ in their spelling only, and what merges them; nothing if there are none. */
export function LookAlikeTags({ tags }: { tags: readonly UsedTag[] }) {
  const groups = useMemo(() => lookAlikes(tags, usesOf), [tags]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const merge = useMutation({
    mutationFn: mergeTags,
    onError: (error) => toast({ title: messageOf(error, 'Failed to merge the tags'), type: 'error' }),
  });
  if (groups.length === 0) return null;
  const shown = groups.slice(0, limits.tagChanges);
  const edits = shown
    .filter(({ into }) => !left.has(tagText(into)))
    .flatMap(({ into: { type, value }, others }) =>
      others.map((other) => ({ type: other.type, value: other.value, to: { type, value } })),
    )
    .slice(0, limits.tagChanges);
  const toggle = (into: UsedTag) => {
    const after = new Set(left);
    if (!after.delete(tagText(into))) after.add(tagText(into));
    setLeft(after);
  };
  const count = formatNumber(edits.length);
  return (
    <Panel
      title="Look-alikes"
      after={
        <Button
          className="-mr-2"
          disabled={edits.length === 0}
          busy={merge.isPending}
          onClick={() => merge.mutate(edits)}
        >
          Merge {count}
        </Button>
      }
    >
      <p className="border-b border-line px-4 py-2.5 text-ink-2">
        These differ only in case, accents or blanks. Scopes, alert rules, saved views and calendars change
        with them: members whose scope includes one of them will see the records of all.
      </p>
      <ul aria-label="Look-alikes" className="panel-rows">
        {shown.map(({ into, others }) => (
          <li key={tagText(into)}>
            <label className="flex min-h-11 items-center gap-3 px-4 py-2">
              <Checkbox checked={!left.has(tagText(into))} onChange={() => toggle(into)} />
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                {others.map((other) => (
                  <CountedTag key={tagText(other)} tag={other} />
                ))}
                <span className="text-ink-2">into </span>
                <CountedTag tag={into} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const CountedTag = ({ tag }: { tag: UsedTag }) => (
  <span className="inline-flex max-w-full items-center gap-1.5">
    <TagChip tag={{ ...tag, color: tag.color ?? undefined }} />{' '}
    <span className="shrink-0 text-ink-2">{countsInWords(tag.counts)} </span>
  </span>
);
