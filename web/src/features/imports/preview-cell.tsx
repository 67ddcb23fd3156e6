import clsx from 'clsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Input } from '../../ui/input.tsx';
import { ChangeAll } from './change-all.tsx';
import type { PreviewedCell } from './row-cells.ts';

interface PreviewCellProps {
  /** Where the row stands in its file. */
  line: number;
  cell: PreviewedCell;
  onMend: (text: string) => void;
  onChangeAll: (from: string, to: string) => void;
}

const hidden = '••••••••';

/** Was → becomes, with what is wrong. A click opens the cell of the file. */
export function PreviewCell({ line, cell, onMend, onChangeAll }: PreviewCellProps) {
  const { column, text, errors, notes, isDropped, alike } = cell;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (byKey: boolean) => {
    setOpen(false);
    // Once the button is there again. A click elsewhere has moved the focus there.
    if (byKey) queueMicrotask(() => button.current?.focus());
  };
  return (
    <div className="grid gap-0.5">
      {isOpen ? (
        <CellInput
          label={`${column.header} of row ${line}`}
          text={text}
          isSecret={column.secret || text === null}
          onDone={(typed, byKey) => {
            close(byKey);
            if (typed !== undefined) onMend(typed);
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          data-cell
          tabIndex={errors.length > 0 || isDropped ? 0 : -1}
          onClick={() => setOpen(true)}
          className={clsx(
            'relative min-h-6 w-full max-w-80 rounded px-1 text-left hover:bg-sunken',
            errors.length > 0 && 'bg-bad-soft text-bad',
            isDropped && 'bg-warn-soft text-warn',
          )}
        >
          <CellText cell={cell} />
          <span className="sr-only">
            , change {column.header} of row {line}
          </span>
        </button>
      )}
      {errors.map((message) => (
        <p key={message} className="max-w-80 px-1 text-xs text-bad">
          {message}
        </p>
      ))}
      {notes.map((message) => (
        <p key={message} className={clsx('max-w-80 px-1 text-xs', isDropped ? 'text-warn' : 'text-ink-2')}>
          {isDropped ? `Left out: ${message}` : message}
        </p>
      ))}
      {text !== null && alike > 1 && (
        <ChangeAll
          header={column.header}
          text={text.trim()}
          count={alike}
          onChange={(to) => onChangeAll(text.trim(), to)}
        />
      )}
    </div>
  );
}

/** A value that changes, or the text of the file. */
function CellText({ cell: { column, text, change, errors, isDropped } }: { cell: PreviewedCell }) {
  const isSecret = column.secret || text === null;
  if (change && errors.length === 0 && !isDropped) {
    if (isSecret) return change.after;
    if (change.before !== null)
      return (
        <>
          <del className="text-ink-3">{change.before}</del> <span aria-hidden>→</span>{' '}
          <ins className="font-medium no-underline">{change.after ?? '—'}</ins>
        </>
      );
    // What is there of a record may be less than what tells it apart: 'Gandi' is one of two accounts.
    if (column.target === change.field || text === '' || change.field.endsWith('Id'))
      return <span className="block clipped">{change.after}</span>;
  }
  const shown = text === null ? hidden : text;
  return <span className="block clipped">{shown === '' ? '—' : shown}</span>;
}

interface CellInputProps {
  label: string;
  text: string | null;
  isSecret: boolean;
  /** Undefined: nothing was changed. */
  onDone: (text: string | undefined, byKey: boolean) => void;
}

function CellInput({ label, text, isSecret, onDone }: CellInputProps) {
  const [typed, setTyped] = useState(text ?? '');
  const isDone = useRef(false);
  const finish = (isKept: boolean, byKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(isKept && typed !== (text ?? '') ? typed : undefined, byKey);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // Ctrl+Enter would import what was typed over.
    event.stopPropagation();
    finish(event.key === 'Enter', true);
  };
  return (
    <Input
      autoFocus
      aria-label={label}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      className="min-w-40"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onKeyDown={pressed}
      onBlur={() => finish(true, false)}
    />
  );
}
