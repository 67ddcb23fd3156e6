import type { BulkAction, BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { splitTag, tagError, tagKey } from '@quartermaster/contract/rules/tags';
import { useState } from 'react';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Field } from '../../ui/field.tsx';
import { SuggestedInput } from '../../ui/suggested-input.tsx';
import { suggestedTypes, suggestedValues } from '../../records/tag-suggestions.ts';
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { counted } from '../../records/count-text.ts';
import DeleteDialog from '../../records/delete-dialog.tsx';
import type { Entity, Identified } from '../../records/entity.ts';
import type { Chosen } from '../../records/impact-summary.tsx';
import type { BulkField } from './bulk-fields.ts';
import { ImpactDialog } from './impact-dialog.tsx';
import { SetField } from './set-field.tsx';
import { type CountedTag, countTags, groupTags } from '../facets/tag-counts.ts';
import type { BulkReport } from './use-bulk-action.ts';

export type Asked = 'addTag' | 'removeTag' | 'delete' | 'impact' | BulkField;

interface BulkDialogProps {
  asked: Asked | undefined;
  report: BulkReport | undefined;
  entity: Entity;
  count: number;
  /** Records that were selected until the question: the list does not show them. */
  leftOut: number;
  chosen: Chosen;
  /** The loaded ones of the selected records. */
  rows: readonly Identified[];
  /** The tags of the selected records that are loaded. */
  tags: readonly Tag[];
  /** The tags of all loaded records. */
  suggested: readonly Tag[];
  preview: (action: BulkAction) => Promise<BulkActionResult>;
  /** `to` names the record that a reference is set to. */
  onAction: (action: BulkAction, to?: string) => void;
  onClose: () => void;
}

/** Dialogs that ask for an action's details, say what depends on the records, or list refused ones afterwards. */
export default function BulkDialog(props: BulkDialogProps) {
  const { asked, report, entity, count, chosen, leftOut, rows, onAction, onClose } = props;
  if (report) return <Report report={report} onClose={onClose} />;
  if (asked === undefined) return null;
  if (asked === 'addTag') return <AddTag {...props} />;
  if (asked === 'removeTag') return <RemoveTag {...props} tags={countTags(props.tags)} />;
  if (asked === 'impact') return <ImpactDialog {...props} />;
  if (asked !== 'delete') return <SetField {...props} field={asked} />;
  return (
    <DeleteDialog
      open
      entity={entity}
      rows={rows}
      count={count}
      chosen={chosen}
      title={`Are you sure you want to delete ${counted(entity, count)}?`}
      confirmLabel={`Delete ${counted(entity, count)}`}
      onConfirm={() => onAction({ action: 'delete' })}
      onClose={onClose}
    >
      {leftOut > 0 && (
        <p>
          {counted(entity, leftOut)} that this list does not show {leftOut === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      <p>Records that others need are kept; a list shows them.</p>
    </DeleteDialog>
  );
}

type AskProps = Pick<BulkDialogProps, 'entity' | 'count' | 'onAction' | 'onClose'>;

function AddTag({ entity, count, suggested, onAction, onClose }: AskProps & { suggested: readonly Tag[] }) {
  const [tag, setTag] = useState({ type: '', value: '' });
  const [problem, setProblem] = useState<string>();
  const available = groupTags(suggested);
  const change = (part: Partial<Tag>) => {
    setTag({ ...tag, ...part });
    setProblem(undefined);
  };
  const submit = () => {
    const typed = splitTag(tag);
    const fault = tagError(typed, []);
    if (fault) return setProblem(fault);
    return onAction({ action: 'addTag', tag: typed });
  };
  return (
    <ActionDialog
      title={`Add a tag to ${counted(entity, count)}`}
      submitLabel="Add tag"
      submit={submit}
      onClose={onClose}
    >
      <Field label="Tag type" required error={problem?.startsWith('Tag type') ? problem : undefined}>
        {(aria) => (
          <SuggestedInput
            {...aria}
            value={tag.type}
            options={suggestedTypes(available)}
            onChange={(type) => change({ type })}
          />
        )}
      </Field>
      <Field label="Tag value" required error={problem?.startsWith('Tag value') ? problem : undefined}>
        {(aria) => (
          <SuggestedInput
            {...aria}
            value={tag.value}
            options={suggestedValues(available, tag.type)}
            onChange={(value) => change({ value })}
          />
        )}
      </Field>
    </ActionDialog>
  );
}

function RemoveTag({ entity, count, tags, onAction, onClose }: AskProps & { tags: readonly CountedTag[] }) {
  const [key, setKey] = useState('');
  const [isMissed, setMissed] = useState(false);
  const chosen = tags.find(({ tag }) => tagKey(tag) === key)?.tag;
  if (tags.length === 0) return <MessageDialog open title="No tags to remove" onClose={onClose} />;
  return (
    <ActionDialog
      title={`Remove a tag from ${counted(entity, count)}`}
      submitLabel="Remove tag"
      submit={() => (chosen ? onAction({ action: 'removeTag', tag: chosen }) : setMissed(true))}
      onClose={onClose}
    >
      <ChoiceField
        label="Tag"
        required
        error={isMissed && !chosen ? 'Tag is required' : undefined}
        options={tags.map(({ tag, count: having }) => ({
          value: tagKey(tag),
          label: `${tag.type}: ${tag.value} (${formatNumber(having)})`,
        }))}
        value={key}
        onChange={setKey}
      />
    </ActionDialog>
  );
}

function Report({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const { title, done, refused, refusals } = report;
  const untold = refused - refusals.length;
  return (
    <MessageDialog
      open
      title={title}
      body={
        <>
          {done && <p>{done}.</p>}
          <ul
            tabIndex={0}
            aria-label={title}
            className="mt-2 max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm"
          >
            {refusals.map(({ id, name, message }) => (
              <li key={id} className="px-3 py-2 wrap-anywhere">
                <b className="font-medium text-ink">{name}</b>: {message}
              </li>
            ))}
          </ul>
          {untold > 0 && <p className="mt-2">And {formatNumber(untold)} more.</p>}
        </>
      }
      onClose={onClose}
    />
  );
}
