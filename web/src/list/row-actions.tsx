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

/** Floats: what holds them contains them. */
export function RowActions({ label, onRelations, onEdit, onDelete, isLocked }: RowActionsProps) {
  return (
    <>
      <Action
        label={`of ${label}`}
        verb="Connections"
        isLocked={undefined}
        onClick={onRelations}
        icon="icon-waypoints"
      />
      <Action label={label} verb="Edit" isLocked={isLocked} onClick={onEdit} icon="icon-pencil" />
      <Action label={label} verb="Delete" isLocked={isLocked} onClick={onDelete} icon="icon-trash" />
    </>
  );
}

interface ActionProps {
  label: string;
  verb: string;
  isLocked: boolean | undefined;
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
