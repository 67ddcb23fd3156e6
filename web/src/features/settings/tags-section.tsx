import { client } from '@quartermaster/contract/api/client';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { tagText } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { routeQuery } from '../../api/queries.ts';
import { countsInWords } from '../../records/count-text.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TagChip } from '../../ui/tag-chip.tsx';
import { ChangeTagDialog } from './change-tag-dialog.tsx';
import { LookAlikeTags } from './look-alikes.tsx';
import { TagHolders } from './tag-holders.tsx';
import { changeTag, useTagPreview } from './use-tag-change.ts';
import { containsWords } from '@quartermaster/contract/rules/folded';

const noTags: UsedTag[] = [];
/** More are found by the search. */
const shownAtMost = 200;

/** The tags in use; a change concerns all records that carry one. */
export default function TagsSection() {
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<{ act: 'change' | 'delete'; tag: UsedTag }>();
  const { data, error, refetch } = useQuery(routeQuery(client.tags.list));
  const found = data?.tags.filter((tag) => containsWords(tagText(tag), search));
  const shown = found?.slice(0, shownAtMost) ?? [];
  const more = (found?.length ?? 0) - shown.length;
  const close = () => setDialog(undefined);
  return (
    <>
      <ProblemBanner title="Failed to load tags" error={error} onRetry={() => void refetch()} />
      <LookAlikeTags tags={data?.tags ?? noTags} />
      <Panel
        title={`Tags${data ? ` (${formatNumber(data.tags.length)})` : ''}`}
        after={
          <Input
            type="search"
            aria-label="Search tags"
            placeholder="Type or value"
            autoComplete="off"
            isExact
            className="-mr-2 max-w-56"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        }
      >
        <ul aria-label="Tags" aria-busy={!data && !error} className="panel-rows">
          {shown.map((tag) => (
            <li
              key={JSON.stringify(tag)}
              className="flex min-h-11 items-center gap-x-3 px-4 py-1 max-md:py-2"
            >
              <span className="grid min-w-0 flex-1 grid-cols-1 items-center gap-x-3 gap-y-1 md:grid-cols-[20rem_1fr]">
                <span className="min-w-0">
                  <TagChip tag={{ ...tag, color: tag.color ?? undefined }} />
                </span>
                <span className="text-ink-2">{countsInWords(tag.counts)}</span>
              </span>
              <span className="flex shrink-0">
                <IconButton
                  label={`Change ${tagText(tag)}`}
                  icon={Pencil}
                  onClick={() => setDialog({ act: 'change', tag })}
                />
                <IconButton
                  label={`Delete ${tagText(tag)}`}
                  icon={Trash2}
                  onClick={() => setDialog({ act: 'delete', tag })}
                />
              </span>
            </li>
          ))}
        </ul>
        {found?.length === 0 && (
          <p className="p-4 text-ink-2">
            {data?.tags.length === 0 ? 'No record carries a tag yet.' : 'No tag matches.'}
          </p>
        )}
        {more > 0 && (
          <p className="border-t border-line p-4 text-ink-2">
            {formatNumber(more)} more: search for their type or value.
          </p>
        )}
      </Panel>
      {dialog?.act === 'change' && (
        <ChangeTagDialog tag={dialog.tag} others={data?.tags ?? []} onClose={close} />
      )}
      {dialog?.act === 'delete' && <DeleteTagDialog tag={dialog.tag} onClose={close} />}
    </>
  );
}

function DeleteTagDialog({ tag, onClose }: { tag: UsedTag; onClose: () => void }) {
  const { type, value } = tag;
  const preview = useTagPreview({ type, value }, null);
  return (
    <RemoveDialog
      title={`Delete the tag ${tagText(tag)}?`}
      failure="Failed to delete the tag"
      isDisabled={!preview.data}
      problem={preview.error && messageOf(preview.error, 'Failed to look up the tag')}
      onRemove={() => changeTag({ type, value }, null)}
      onClose={onClose}
    >
      <p className="text-ink-2">Removes it from {countsInWords(tag.counts)}, which are kept.</p>
      {preview.data && (
        <TagHolders
          change={preview.data}
          scopes="These scopes lose it:"
          rules="These alert rules are for it:"
          views="These saved views filter by it:"
        />
      )}
    </RemoveDialog>
  );
}
