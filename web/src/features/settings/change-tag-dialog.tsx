import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { type TagName, isTag, tagErrors, tagKey, tagText } from '@quartermaster/contract/rules/tags';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { countsInWords } from '../../records/count-text.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SuggestedInput } from '../../ui/suggested-input.tsx';
import { TagHolders } from './tag-holders.tsx';
import { changeTag, useTagPreview } from './use-tag-change.ts';

const colorChoices = { kept: 'Keep colours', none: 'None', one: 'One for all' };

interface ChangeTagDialogProps {
  tag: UsedTag;
  others: readonly UsedTag[];
  onClose: () => void;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Renames a tag, also onto another one, or gives it another color. */
export function ChangeTagDialog({ tag, others, onClose }: ChangeTagDialogProps) {
  const old = { type: tag.type, value: tag.value };
  const [isTried, setTried] = useState(false);
  const renamedTo = ({ type, value }: TagName): TagName => ({ type: type.trim(), value: value.trim() });
  const mergedWith = (renamed: TagName) =>
    others.find((other) => !isTag(other, old) && tagKey(other) === tagKey(renamed));
  const { values, set, problem, isPending, submit } = useActionForm(
    { ...old, choice: 'kept', color: tag.color ?? '#3453d3' },
    async ({ choice, color, ...named }) => {
      const to = renamedTo(named);
      const sent = choice === 'kept' ? {} : { color: choice === 'none' ? null : color };
      await changeTag(old, { ...to, ...sent }, !isTag(to, old) && !mergedWith(to));
      onClose();
    },
    'Failed to change the tag',
  );
  const renamed = renamedTo(values);
  const isRenamed = !isTag(renamed, old);
  const merged = mergedWith(renamed);
  const faults = tagErrors(renamed, []);
  const shownFaults = isTried ? faults : {};
  const isSame = !isRenamed && values.choice === 'kept';
  // Who holds the tag does not depend on its new name.
  const preview = useTagPreview(old, old);
  return (
    <ActionDialog
      title={`Change the tag ${tagText(tag)}`}
      submitLabel={merged ? 'Merge' : 'Save'}
      busyLabel="Saving..."
      isDisabled={isSame || !preview.data}
      submit={(event) => {
        setTried(true);
        if (Object.keys(faults).length === 0) submit(event);
      }}
      isPending={isPending}
      problem={problem ?? (preview.error && messageOf(preview.error, 'Failed to look up the tag'))}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Tag type" error={shownFaults.type}>
          {(aria) => (
            <SuggestedInput
              {...aria}
              value={values.type}
              options={distinct(others.map(({ type }) => type))}
              onChange={(type) => set({ type })}
            />
          )}
        </Field>
        <Field label="Tag value" error={shownFaults.value}>
          {(aria) => (
            <SuggestedInput
              {...aria}
              value={values.value}
              options={distinct(others.filter(({ type }) => type === renamed.type).map(({ value }) => value))}
              onChange={(value) => set({ value })}
            />
          )}
        </Field>
        <ChoiceField
          label="Color"
          options={Object.entries(colorChoices).map(([value, label]) => ({ value, label }))}
          value={values.choice}
          onChange={(choice) => set({ choice })}
        />
        {values.choice === 'one' && (
          <InputField
            label="Color for all"
            type="color"
            className="p-1"
            value={values.color}
            onChange={(text) => set({ color: text })}
          />
        )}
      </div>
      <p aria-live="polite" className="text-ink-2">
        Changes {countsInWords(tag.counts)}.
        {merged && (
          <span className="text-warn">
            {' '}
            {tagText(merged)} already exists: the two are merged, and members whose scope includes{' '}
            {tagText(merged)} will see these records, too.
          </span>
        )}
      </p>
      {isRenamed && preview.data && (
        <TagHolders
          change={preview.data}
          scopes="These scopes follow:"
          rules="These alert rules follow:"
          views="These saved views follow:"
        />
      )}
    </ActionDialog>
  );
}
