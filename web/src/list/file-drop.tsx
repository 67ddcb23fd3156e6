import { type ComponentProps, type DragEvent, useRef, useState } from 'react';
import { useMayWrite } from '../api/rights.ts';
import { areaOfEntity } from '../records/entities.ts';
import { type Entity, capital } from '../records/entity.ts';
import { useStartImport } from '../records/start-import.ts';
import { Spinner } from '../ui/spinner.tsx';

interface FileDropProps extends ComponentProps<'div'> {
  entity: Entity;
  report: (title: string, error: unknown) => void;
}

/** A form above the list has fields of its own. */
const isOnForm = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('form, [role=dialog]') !== null;

/** A list on which a file can be dropped, which is then imported into it. */
export function FileDrop({ entity, report, children, ...rest }: FileDropProps) {
  const mayWrite = useMayWrite(entity);
  const { mutate, isPending } = useStartImport((error) => report('Failed to read the file', error));
  const [isOver, setOver] = useState(false);
  /** Elements within the list are entered and left too. */
  const depth = useRef(0);
  const takes = (event: DragEvent) =>
    mayWrite && !isPending && event.dataTransfer.types.includes('Files') && !isOnForm(event);
  const move = (by: number) => (event: DragEvent) => {
    if (!takes(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    <div
      {...rest}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => takes(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) mutate({ area: areaOfEntity(entity), file });
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
