import { CheckLabel } from '../../ui/check-label.tsx';

interface CheckListProps {
  labelledBy?: string | undefined;
  /** Said if there are no choices. */
  none: string;
  /** Undefined while they load. */
  options: readonly { id: string; name: string }[] | undefined;
  value: readonly string[];
  /** The name of a chosen one that is no longer there. */
  deleted: string;
  onChange: (value: string[]) => void;
}

/** Some of several; what is chosen and deleted stays, until it is unticked. */
export function CheckList({ labelledBy, none, options, value, deleted, onChange }: CheckListProps) {
  if (!options) return null;
  const lost = value.filter((id) => !options.some((option) => option.id === id));
  const all = [...options, ...lost.map((id) => ({ id, name: deleted }))];
  if (all.length === 0) return <p className="text-sm text-ink-2">{none}</p>;
  return (
    <div role="group" aria-labelledby={labelledBy} className="grid max-h-52 gap-1 overflow-y-auto">
      {all.map(({ id, name }) => (
        <CheckLabel key={id} checked={value.includes(id)} onChange={() => onChange(toggled(value, id))}>
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </CheckLabel>
      ))}
    </div>
  );
}

export function toggled<T>(list: readonly T[], each: T): T[] {
  return list.includes(each) ? list.filter((other) => other !== each) : [...list, each];
}
