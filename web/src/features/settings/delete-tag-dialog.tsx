import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { tagText } from '@quartermaster/contract/rules/tags';
import { messageOf } from '../../api/error.ts';
import { countsInWords } from '../../records/counts-in-words.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { TagHolders } from './tag-holders.tsx';
import { changeTag, useTagPreview } from './use-tag-change.ts';

export function DeleteTagDialog({ tag, onClose }: { tag: UsedTag; onClose: () => void }) {
  const { type, value } = tag;
  const preview = useTagPreview({ type, value }, null);
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      await changeTag({ type, value }, null);
      onClose();
    },
    'Failed to delete the tag',
  );
  return (
    <ActionDialog
      title={`Delete the tag ${tagText(tag)}?`}
      submit={{
        label: 'Delete',
        busyLabel: 'Deleting...',
        isDanger: true,
        isDisabled: !preview.data,
        onSubmit: submit,
      }}
      isPending={isPending}
      problem={problem ?? (preview.error && messageOf(preview.error, 'Failed to look up the tag'))}
      onClose={onClose}
    >
      <p className="text-ink-2">Takes it off {countsInWords(tag.counts)}, which stay.</p>
      {preview.data && (
        <TagHolders
          change={preview.data}
          scopes="These scopes lose it, and no undo brings it back there:"
          views="These saved views will find nothing:"
        />
      )}
    </ActionDialog>
  );
}
