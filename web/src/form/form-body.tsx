import type { WithoutSecrets } from '@quartermaster/contract/rules/secrets';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { useMayWrite } from '../api/rights.ts';
import { entities } from '../records/entities.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Key } from '../ui/key.tsx';
import { ReadOnly } from '../ui/read-only.ts';
import { commandKey } from '../ui/use-hotkeys.ts';
import { ConflictBanner } from './conflict-banner.tsx';
import { StoredRecord } from './stored-secret.ts';
import type { RecordForm } from './use-record-form.ts';

export interface FormBodyProps {
  form: Pick<
    RecordForm,
    | 'area'
    | 'recordId'
    | 'stored'
    | 'submit'
    | 'submitAndAddAnother'
    | 'isBusy'
    | 'problem'
    | 'conflict'
    | 'attempts'
  >;
  formRef: RefObject<HTMLFormElement | null>;
  submitLabel: string;
  busyLabel: string;
  onCancel: () => void;
  children: ReactNode;
  className?: string;
  /** As wide as a page, so that fields may stand side by side. */
  isWide?: boolean;
}

/** The first field with an error, or with a choice to make. */
const toDecide = '[aria-invalid=true], [data-contested] button';

export function FormBody(props: FormBodyProps) {
  const { form, formRef, submitLabel, busyLabel, onCancel, className = '', isWide, children } = props;
  const { area, recordId, stored, attempts, isBusy, problem, conflict } = form;
  const mayWrite = useMayWrite(entities[area].entity);
  const addAnother = mayWrite ? form.submitAndAddAnother : undefined;
  const saveOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey && addAnother) void addAnother();
    else event.currentTarget.requestSubmit();
  };

  useEffect(() => {
    if (attempts > 0) formRef.current?.querySelector<HTMLElement>(toDecide)?.focus();
  }, [attempts, formRef]);

  return (
    <form
      ref={formRef}
      noValidate
      data-wide={isWide || undefined}
      onSubmit={(event) => {
        if (mayWrite) void form.submit(event);
        else event.preventDefault();
      }}
      onKeyDown={saveOnEnter}
      className={`flex flex-col ${className}`}
    >
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-5">
        <StoredRecord
          value={recordId === undefined ? null : { area, id: recordId, ...(stored as WithoutSecrets) }}
        >
          <ReadOnly value={!mayWrite}>{children}</ReadOnly>
        </StoredRecord>
      </div>
      <footer
        className={`grid gap-3 border-t border-line px-5 py-3 ${isWide ? 'sticky bottom-0 z-10 rounded-b-lg bg-surface' : ''}`}
      >
        {problem && <Banner tone="bad" title={problem} />}
        {conflict && <ConflictBanner {...conflict} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {mayWrite ? (
            <span className="mr-auto text-xs text-ink-2 max-md:hidden">
              <Key>{commandKey}</Key> <Key>↵</Key> save
            </span>
          ) : (
            <span className="mr-auto text-xs text-ink-2">You can read this record, but not change it.</span>
          )}
          <Button onClick={() => onCancel()}>{mayWrite ? 'Cancel' : 'Close'}</Button>
          {addAnother && (
            <Button
              disabled={isBusy}
              title={`${commandKey} ⇧ ↵`}
              aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
              onClick={() => void addAnother()}
            >
              Save and add another
            </Button>
          )}
          {mayWrite && (
            <Button type="submit" variant="primary" busy={isBusy}>
              {isBusy ? busyLabel : submitLabel}
            </Button>
          )}
        </div>
      </footer>
    </form>
  );
}
