import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { entities } from '../records/entities.ts';
import { takeTyped } from '../ui/early-keys.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { FormBody, type FormBodyProps } from './form-body.tsx';
import { type Nest, NestedForms, useNest } from './nested-forms.tsx';
import { StepButtons } from '../records/step-buttons.tsx';
import { DialogBackdrop } from '../ui/dialog-backdrop.tsx';

interface FormSurfaceProps extends Omit<FormBodyProps, 'formRef' | 'className'> {
  /** A sheet at the right, a card above the list, or a page in the list's place. */
  mode: 'sheet' | 'inline' | 'page';
  title: string;
  subtitle?: string;
}

/** The frame of a form. Escape and Cancel always cancel, Ctrl or Cmd with Enter saves. */
export function FormSurface(props: FormSurfaceProps) {
  const nest = useNest();
  return nest || props.mode === 'sheet' ? <Sheet {...props} nest={nest} /> : <Card {...props} />;
}

const fieldSelector = 'input:not([type=hidden]), select, textarea';

/** Moves the focus to the first field, with what was typed while the form was opening. */
function enter(form: HTMLElement | null, onCancel: () => void): void {
  form?.querySelector<HTMLElement>(fieldSelector)?.focus();
  const typed = takeTyped();
  if (typed === undefined) onCancel();
  // As if typed now, so that whatever listens to the field hears of it.
  else if (typed !== '') document.execCommand('insertText', false, typed);
}

/** Each sheet leaves an edge of the one below in view. */
const widths = ['max-w-[520px]', 'max-w-[488px]', 'max-w-[456px]'];

function Sheet({ nest, ...props }: FormSurfaceProps & { nest: Nest | undefined }) {
  const width = widths[nest?.depth ?? 0] ?? widths.at(-1);
  const form = useRef<HTMLFormElement>(null);
  return (
    <Dialog.Root
      open
      disablePointerDismissal
      onOpenChange={(open, { event, cancel }) => {
        if (!open && event.defaultPrevented) return cancel();
        return props.onCancel();
      }}
    >
      <Dialog.Portal>
        <DialogBackdrop appears={false} />
        <Dialog.Popup
          initialFocus={() => {
            // The dialog would move the focus a frame later.
            enter(form.current, props.onCancel);
            return false;
          }}
          {...(nest && { finalFocus: nest.field })}
          className={`fixed inset-y-0 right-0 z-50 flex w-full flex-col border-line bg-raised shadow-popup outline-none md:border-l ${width}`}
        >
          <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-3.5">
            <div className="min-w-0">
              {nest && <p className="clipped text-xs text-ink-2">{nest.below.join(' › ')} ›</p>}
              <Dialog.Title className="text-lg font-semibold">{props.title}</Dialog.Title>
              {props.subtitle && (
                <Dialog.Description className="text-sm text-ink-2">{props.subtitle}</Dialog.Description>
              )}
            </div>
            <div className="flex">
              {!nest && <StepButtons />}
              <Dialog.Close render={<IconButton label="Close" icon={X} />} />
            </div>
          </header>
          <NestedForms title={props.title}>
            <FormBody {...props} formRef={form} className="min-h-0 flex-1" />
          </NestedForms>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Card(props: FormSurfaceProps) {
  const form = useRef<HTMLFormElement>(null);
  const cancel = useRef(props.onCancel);
  useEscape(props.onCancel);
  useLayoutEffect(() => {
    enter(form.current, cancel.current);
  }, []);
  const width = props.mode === 'page' ? 'mx-auto w-full max-w-3xl' : '';
  return (
    <section aria-label={props.title} className={`rounded-lg border border-line bg-surface ${width}`}>
      <header className="border-b border-line px-5 py-3.5">
        {props.mode === 'page' ? (
          <>
            <div className="-mt-1 -ml-3 flex items-center justify-between">
              <Button variant="ghost" onClick={() => props.onCancel()}>
                ← {entities[props.form.area].title}
              </Button>
              <StepButtons />
            </div>
            <PageHeader title={props.title} subtitle={props.subtitle} />
          </>
        ) : (
          <div className="flex items-start justify-between gap-3">
            <div>
              <h2 className="text-lg font-semibold">{props.title}</h2>
              {props.subtitle && <p className="text-sm text-ink-2">{props.subtitle}</p>}
            </div>
            <StepButtons />
          </div>
        )}
      </header>
      <NestedForms title={props.title}>
        <FormBody {...props} formRef={form} isWide />
      </NestedForms>
    </section>
  );
}

const handlesEscapeItself = '[role=dialog], [role=alertdialog], [role=combobox][aria-expanded=true]';

/** Calls back on Escape, unless something smaller (a dialog, an open list, a tag being typed) handles the key. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(handlesEscapeItself)) return;
      onEscape();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [onEscape]);
}
