import { client } from '@quartermaster/contract/api/client';
import {
  type EmailAccount,
  emailAccount as emailAccountEntity,
} from '@quartermaster/contract/entities/emails/emails.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { CommentField } from '../../form/comment-field.tsx';
import { FormSurface } from '../../form/form-surface.tsx';
import { PasswordField } from '../../form/secret-field.tsx';
import { SecureNoteField } from '../../form/secure-note-field.tsx';
import { TagEditor } from '../../form/tag-editor.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UrlField } from '../../form/url-field.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';

const defaults = { email: '', password: '', loginUrl: '', tags: [] as Tag[], comment: '', secureNote: '' };

interface EmailFormProps {
  /** Undefined for a new account. */
  record: EmailAccount | undefined;
  onClose: (saved?: EmailAccount) => void;
}

export default function EmailForm({ record, onClose }: EmailFormProps) {
  const form = useRecordForm({ entity: emailAccountEntity, record, defaults, onDone: onClose });
  const tags = useQuery(routeQuery(client.emails.tags));
  return (
    <FormSurface
      mode="sheet"
      title={record ? 'Edit Email Account' : 'Add Email Account'}
      submitLabel={record ? 'Update Email Account' : 'Create Email Account'}
      busyLabel={record ? 'Updating...' : 'Creating...'}
      form={form}
      onCancel={onClose}
    >
      <TextField form={form} name="email" required inputMode="email" />
      <PasswordField form={form} name="password" required />
      <UrlField form={form} name="loginUrl" />
      <TagEditor
        value={form.values.tags}
        onChange={(value) => form.set({ tags: value })}
        available={tags.data?.tags}
        error={form.errors['tags']}
      />
      <CommentField form={form} name="comment" />
      <SecureNoteField form={form} />
    </FormSurface>
  );
}
