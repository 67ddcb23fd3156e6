import type { WithoutSecrets } from '@quartermaster/contract/rules/secrets';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Key } from '../ui/key.tsx';
import { commandKey } from '../ui/use-hotkeys.ts';
import { DatesBlock } from '../records/dates/dates-block.tsx';
import { ConflictBanner } from '../records/conflict-banner.tsx';
import { StoredRecord } from './stored-secret.ts';
import type { RecordForm } from './use-record-form.ts';
import type { Area } from '@quartermaster/contract/api/areas';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../api/queries.ts';
import { entities } from '../records/entities.ts';
import { madeBy } from '../records/history/act-words.ts';
import { formatDateTime, formatRelative } from '../ui/format.ts';

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
  const addAnother = form.submitAndAddAnother;
  const saveOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The key is held down.
    if (event.repeat) return;
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
      onSubmit={(event) => void form.submit(event)}
      onKeyDown={saveOnEnter}
      className={`flex flex-col ${className}`}
    >
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-5">
        <StoredRecord
          value={recordId === undefined ? null : { area, id: recordId, ...(stored as WithoutSecrets) }}
        >
          {children}
        </StoredRecord>
        {recordId !== undefined && <DatesBlock area={area} recordId={recordId} place="form" />}
        {recordId !== undefined && <LastChange area={area} id={recordId} />}
      </div>
      <footer
        className={`grid gap-3 border-t border-line px-5 py-3 ${isWide ? 'sticky bottom-0 z-10 rounded-b-lg bg-surface' : ''}`}
      >
        {problem && <Banner tone="bad" title={problem} />}
        {conflict && <ConflictBanner {...conflict} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {!addAnother && (
            <span className="mr-auto text-xs text-ink-2 max-md:hidden">
              <Key>{commandKey}</Key> <Key>↵</Key> save
            </span>
          )}
          <Button onClick={() => onCancel()}>Cancel</Button>
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
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </footer>
    </form>
  );
}

const verbs = { create: 'Created', update: 'Changed', delete: 'Deleted' } as const;

/** 'Changed 3 h ago by Ann', at the end of a record's form. */
function LastChange({ area, id }: { area: Area; id: string }) {
  const { data } = useQuery(routeQuery(entities[area].entity.history, { params: { id }, query: {} }));
  const [last] = data?.changes ?? [];
  if (!last) return null;
  return (
    <p className="text-xs text-ink-2">
      {verbs[last.action]}{' '}
      <time dateTime={last.at} data-tip={formatDateTime(last.at)}>
        {formatRelative(last.at)}
      </time>{' '}
      by {madeBy(last)}
    </p>
  );
}
