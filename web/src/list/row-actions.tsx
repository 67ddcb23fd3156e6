import { Pencil, Trash2, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';

// Made once: a table has many rows.
const paths = <Waypoints aria-hidden className="size-4" strokeWidth={1.75} />;
const pencil = <Pencil aria-hidden className="size-4" strokeWidth={1.75} />;
const trash = <Trash2 aria-hidden className="size-4" strokeWidth={1.75} />;

/** The column that they need in a table. */
export const actionsWidth = 100;

interface RowActionsProps {
  /** What a person calls the record. */
  label: string;
  onRelations: () => void;
  onEdit: () => void;
  onDelete: () => void;
  /** Looks disabled, and still calls back, to say why. */
  isLocked?: boolean | undefined;
}

export function RowActions({ label, onRelations, onEdit, onDelete, isLocked }: RowActionsProps) {
  return (
    <div className="no-print flex items-center self-start">
      <Action label={`of ${label}`} verb="Connections" isLocked={undefined} onClick={onRelations}>
        {paths}
      </Action>
      <Action label={label} verb="Edit" isLocked={isLocked} onClick={onEdit}>
        {pencil}
      </Action>
      <Action label={label} verb="Delete" isLocked={isLocked} onClick={onDelete}>
        {trash}
      </Action>
    </div>
  );
}

interface ActionProps {
  label: string;
  verb: string;
  isLocked: boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}

const Action = ({ label, verb, isLocked, onClick, children }: ActionProps) => (
  <button
    type="button"
    aria-label={`${verb} ${label}`}
    data-tip={verb}
    aria-disabled={isLocked || undefined}
    onClick={onClick}
    className="inline-grid h-7 w-[26px] place-items-center rounded-md text-ink-2 hover:bg-line hover:text-ink aria-disabled:opacity-40"
  >
    {children}
  </button>
);
