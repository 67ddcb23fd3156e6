import { limits } from '@quartermaster/contract/rules/limits';
import { holdsSecret, moveComment, noteWith } from '@quartermaster/contract/rules/secret-comments';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { messageOf } from '../api/error.ts';
import { Contested } from '../records/contested.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { toast } from '../ui/toaster.tsx';
import { useStoredSecret } from './stored-secret.ts';
import { type FormFieldProps, useFormField } from './use-form-field.ts';
import type { RecordForm } from './use-record-form.ts';

interface CommentFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  form: RecordForm<V>;
  max?: number;
}

/** A text area with a live counter. Accepts more than `max`, so that pasted text is not cut. */
export function CommentField<V extends FieldValues>(props: CommentFieldProps<V>) {
  const { form, required, max = limits.comment } = props;
  const { field, label, error, contested } = useFormField(props);
  const area = useRef<HTMLTextAreaElement | null>(null);
  const [isMoving, setMoving] = useState(false);
  const comment = String(field.value ?? '').trim();
  return (
    <Field
      label={label}
      required={required}
      error={error}
      note={
        <>
          {holdsSecret(comment) && (
            <MoveToNote
              form={form as never}
              comment={comment}
              isMoving={isMoving}
              onMoving={(moves) => {
                setMoving(moves);
                // The button goes with the comment.
                area.current?.focus();
              }}
            />
          )}
          <Contested field={contested} />
        </>
      }
      counter={
        <span className={`ml-auto ${comment.length > max ? 'text-bad' : ''}`}>
          {comment.length}/{max}
        </span>
      }
    >
      {(aria) => (
        <Textarea
          {...aria}
          {...field}
          ref={(element: HTMLTextAreaElement | null) => {
            field.ref(element);
            area.current = element;
          }}
          value={field.value ?? ''}
          rows={4}
          readOnly={isMoving}
        />
      )}
    </Field>
  );
}

interface MoveToNoteProps {
  form: RecordForm<{ comment: string; secureNote: string }>;
  comment: string;
  isMoving: boolean;
  onMoving: (isMoving: boolean) => void;
}

/** Offers to move a comment that looks like it holds a password. */
function MoveToNote({ form, comment, isMoving, onMoving }: MoveToNoteProps) {
  const setNote = (secureNote: string, more = {}) => form.set({ secureNote, ...more });
  const note = useStoredSecret({ value: form.values.secureNote, onChange: setNote, path: 'secureNote' });
  const move = async () => {
    if (isMoving) return;
    onMoving(true);
    try {
      setNote(noteWith(await note.read('copy'), comment), { comment: '' });
    } catch (failure) {
      toast({ title: messageOf(failure, 'Failed to read the secure note'), type: 'error' });
    } finally {
      onMoving(false);
    }
  };
  // Who may not read the stored note can't add to it here.
  if (note.isKept && !note.canShow) return <p className="text-xs text-warn">Looks like a password</p>;
  return (
    <button
      type="button"
      onClick={() => void move()}
      className="justify-self-start text-left text-xs text-warn underline"
    >
      {moveComment}
    </button>
  );
}
