import type { Area } from '@quartermaster/contract/api/areas';
import { useNavigate } from '@tanstack/react-router';
import clsx from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { entities } from '../../records/entities.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { importedTypes, useStartImport } from '../../records/start-import.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { RecentImports } from './recent-imports.tsx';

interface FileStepProps {
  area: Area;
  /** Those that the person may write. */
  areas: readonly Area[];
}

/** What to import, and into which area. */
export function FileStep({ area, areas }: FileStepProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [text, setText] = useState('');
  const { mutate, isPending, variables } = useStartImport(setError);
  const start = (source: { file: File } | { text: string; name: string }) => {
    setError(undefined);
    mutate({ area, ...source });
  };
  const reading = isPending && variables && 'file' in variables ? variables.file.name : undefined;
  return (
    <div className="grid content-start gap-3 pb-4 lg:grid-cols-[minmax(0,1fr)_22rem] frame:min-h-0 frame:overflow-y-auto">
      <div className="grid min-w-0 content-start gap-3">
        <ProblemBanner title="Failed to read the file or text" error={error} />
        <div className="max-w-80">
          <ChoiceField
            label="Import into"
            options={areas.map((each) => ({ value: each, label: entities[each].title }))}
            value={area}
            onChange={(chosen) => void navigate({ to: '/import', search: { area: chosen }, replace: true })}
          />
        </div>
        <DropZone reading={reading} isBusy={isPending} onFile={(file) => start({ file })} />
        <form
          className="grid gap-2 rounded-lg border border-line bg-surface p-4 shadow-card"
          onSubmit={(event) => {
            event.preventDefault();
            start({ text, name: 'Pasted text' });
          }}
        >
          <Field
            label="Or paste"
            hint="A table copied from a spreadsheet, or a list with one name or proxy in each line."
          >
            {(aria) => (
              <Textarea
                {...aria}
                rows={5}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <Button
            type="submit"
            className="justify-self-start"
            busy={isPending && reading === undefined}
            disabled={isPending || text.trim() === ''}
          >
            Read the text
          </Button>
        </form>
      </div>
      <Panel title="Recent imports">
        <RecentImports />
      </Panel>
    </div>
  );
}

interface DropZoneProps {
  /** The name of the file that is being read. */
  reading: string | undefined;
  isBusy: boolean;
  onFile: (file: File) => void;
}

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

function DropZone({ reading, isBusy, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file && !isBusy) onFile(file);
  };
  return (
    <div
      onDragOver={(event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
      className={clsx(
        'grid place-items-center gap-2 rounded-lg border-2 border-dashed px-4 py-10 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
      )}
    >
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-text">
        {reading === undefined ? (
          <FileUp aria-hidden className="size-5" strokeWidth={1.75} />
        ) : (
          <Spinner className="size-5" />
        )}
      </span>
      <p role="status" className="font-medium wrap-anywhere">
        {reading === undefined ? 'Drop a file here' : `Reading ${reading}…`}
      </p>
      <p className="max-w-md text-sm text-ink-2">
        CSV, TSV, Excel, JSON, an SSH config or an Ansible inventory, up to 10 MB. You see what would change
        before anything is written.
      </p>
      <input
        ref={input}
        type="file"
        aria-label="File to import"
        accept={importedTypes}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files?.[0]);
          // So that the same file can be chosen again after it was changed.
          target.value = '';
        }}
      />
      <Button variant="primary" disabled={isBusy} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </div>
  );
}
