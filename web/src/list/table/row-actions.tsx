import type { RowHandlers } from './table-props.ts';

/** The width of their column in pixels. */
export const actionsWidth = 100;

type RowActionsProps<T> = Pick<
  RowHandlers<T>,
  'name' | 'onRelations' | 'onOpen' | 'onEdit' | 'onDelete' | 'isLocked'
> & { row: T };

/**
 * They float, so their container must contain floats. Locked actions look disabled, but still call back to explain why.
 */
export function RowActions<T>(props: RowActionsProps<T>) {
  const { row, name, onRelations, onOpen, onEdit, onDelete, isLocked } = props;
  const label = name(row);
  const lock = isLocked?.(row);
  return (
    <>
      <Action
        verb="Connections"
        label={`of ${label}`}
        icon="icon-waypoints"
        onClick={() => onRelations(row)}
      />
      {onEdit ? (
        <Action verb="Edit" label={label} icon="icon-pencil" isLocked={lock} onClick={() => onEdit(row)} />
      ) : (
        <Action verb="View" label={label} icon="icon-eye" onClick={() => onOpen(row)} />
      )}
      {onDelete && (
        <Action verb="Delete" label={label} icon="icon-trash" isLocked={lock} onClick={() => onDelete(row)} />
      )}
    </>
  );
}

interface ActionProps {
  label: string;
  verb: string;
  isLocked?: boolean | undefined;
  onClick: () => void;
  icon: string;
}

const Action = ({ label, verb, isLocked, onClick, icon }: ActionProps) => (
  <button
    type="button"
    aria-label={`${verb} ${label}`}
    data-tip={verb}
    aria-disabled={isLocked || undefined}
    onClick={onClick}
    className={`float-left h-7 w-[26px] rounded-md hover:bg-line aria-disabled:opacity-40 ${icon}`}
  />
);
