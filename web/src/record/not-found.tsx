import type { Area } from '@quartermaster/contract/api/areas';
import { Link } from '@tanstack/react-router';
import { RotateCcw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/error.ts';
import { useMayWrite, useWorkspace } from '../api/rights.ts';
import { entities } from '../records/entities.ts';
import { capital } from '../records/entity.ts';
import { useRestore } from '../records/history/use-restore.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface NotFoundProps {
  area: Area;
  id: string;
  error: unknown;
  /** Renders the heading. */
  heading: (name: string) => ReactNode;
}

/** A record that does not exist any more, or not for this person. */
export function NotFound({ area, id, error, heading }: NotFoundProps) {
  const { entity, title } = entities[area];
  const isScoped = (useWorkspace()?.scope.length ?? 0) > 0;
  const mayWrite = useMayWrite(entity);
  const restore = useRestore({ id, name: capital(entity.one) });
  const isDeleted = error instanceof ApiError && error.code === 'DELETED';
  const name = `${capital(entity.one)} not found`;
  const why = isScoped
    ? 'This record is outside your access, or does not exist any more.'
    : 'This record does not exist any more.';
  return (
    <>
      <span className="sr-only">{heading(name)}</span>
      <EmptyState
        icon={SearchX}
        title={name}
        body={isDeleted ? `This ${entity.one} was deleted.` : why}
        action={
          <span className="flex flex-wrap items-center justify-center gap-4">
            {isDeleted && mayWrite && (
              <Button icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate()}>
                Restore
              </Button>
            )}
            <Link to={`/${area}`} search={{}} className="font-medium text-accent-text hover:underline">
              All {title}
            </Link>
          </span>
        }
      />
    </>
  );
}
