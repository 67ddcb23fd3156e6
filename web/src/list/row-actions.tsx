import type { ReactNode } from 'react';
import { pencilIcon, trashIcon, waypointsIcon } from '../ui/row-icons.tsx';

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
    <div className="no-print flow-root self-start">
      <Action label={`of ${label}`} verb="Connections" isLocked={undefined} onClick={onRelations}>
        {waypointsIcon}
      </Action>
      <Action label={label} verb="Edit" isLocked={isLocked} onClick={onEdit}>
        {pencilIcon}
      </Action>
      <Action label={label} verb="Delete" isLocked={isLocked} onClick={onDelete}>
        {trashIcon}
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
    className="float-left rounded-md px-[5px] py-1.5 text-ink-2 hover:bg-line hover:text-ink aria-disabled:opacity-40"
  >
    {children}
  </button>
);
