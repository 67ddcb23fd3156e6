import { Dialog } from '@base-ui/react/dialog';
import { limits } from '@quartermaster/contract/rules/limits';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { DialogBackdrop } from '../../ui/dialog-backdrop.tsx';

interface FieldNameDialogProps {
  open: boolean;
  /** The existing names. */
  taken: readonly string[];
  /** Called with the name as typed. */
  onAdd: (name: string) => void;
  onClose: () => void;
  /** The element to focus afterwards; true for the previous one. */
  finalFocus: () => HTMLElement | true;
}

function nameError(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'Field name is required';
  if (name.length > limits.name) return `Field name must be less than ${limits.name} characters`;
  if (taken.some((other) => other.toLowerCase() === name.toLowerCase()))
    return 'Field with this name already exists';
  return undefined;
}

// React events bubble through portals: the submit would also save the form behind the dialog.
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.stopPropagation();
};

/** Asks for the name of a new API field. */
export function FieldNameDialog(props: FieldNameDialogProps) {
  const { open, onClose, finalFocus } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Dialog.Popup
            initialFocus={input}
            finalFocus={finalFocus}
            onKeyDown={keepEnter}
            className="appear w-full max-w-sm rounded-xl bg-raised p-5 shadow-popup outline-none"
          >
            <Dialog.Title className="text-lg font-semibold">Add Field</Dialog.Title>
            <NameForm {...props} input={input} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type NameFormProps = FieldNameDialogProps & { input: React.RefObject<HTMLInputElement | null> };

function NameForm({ taken, onAdd, onClose, input }: NameFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const fault = nameError(name.trim(), taken);
    setProblem(fault);
    if (fault !== undefined) return input.current?.focus();
    onAdd(name.trim());
    return onClose();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-5">
      <Field label="Field name" required error={problem} hint="It is stored in lower case.">
        {(aria) => (
          <Input
            {...aria}
            ref={input}
            value={name}
            autoComplete="off"
            isExact
            onChange={({ target }) => {
              setName(target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Dialog.Close render={<Button>Cancel</Button>} />
        <Button type="submit" variant="primary">
          Add
        </Button>
      </div>
    </form>
  );
}
