import { type ComponentProps, type DragEvent, useState } from 'react';
import { useMayWrite } from '../api/rights.ts';
import { areaOfEntity } from '../records/entities.ts';
import { type Entity, capital } from '../records/entity.ts';
import { useStartImport } from '../records/start-import.ts';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toaster.tsx';

interface FileDropProps extends ComponentProps<'div'> {
  entity: Entity;
  report: (title: string, error: unknown) => void;
}

/** A form above the list has fields of its own, and a dialog covers it. */
const isOnList = ({ target, dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes('Files') &&
  !(target instanceof Element && target.closest('form, [role=dialog], [role=alertdialog]'));

/** A list on which a file can be dropped, which is then imported into it. */
export function FileDrop({ entity, report, children, ...rest }: FileDropProps) {
  const mayWrite = useMayWrite(entity);
  const { mutate, isPending } = useStartImport((error) => report('Failed to read the file', error));
  const [isOver, setOver] = useState(false);
  const isTaken = mayWrite && !isPending;
  const drop = ({ files: [file, another] }: DataTransfer) => {
    if (!file) return;
    if (another) toast({ title: 'Drop one file at a time', type: 'error' });
    else mutate({ area: areaOfEntity(entity), file });
  };
  return (
    <div
      {...rest}
      onDragOver={(event) => {
        const isHere = isOnList(event);
        setOver(isHere && isTaken);
        if (!isHere) return;
        // Otherwise the browser would leave the page for the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Elements within the list are left too.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!isOnList(event)) return;
        event.preventDefault();
        if (isTaken) drop(event.dataTransfer);
      }}
    >
      {children}
      {(isOver || isPending) && (
        <p
          role="status"
          className="pointer-events-none fixed inset-4 z-40 flex items-center justify-center gap-3 rounded-xl border-2 border-dashed border-accent bg-accent-soft text-lg font-semibold text-accent-text"
        >
          {isPending && <Spinner />}
          {isPending ? 'Reading the file…' : `${capital(entity.many)} are imported from here`}
        </p>
      )}
    </div>
  );
}
