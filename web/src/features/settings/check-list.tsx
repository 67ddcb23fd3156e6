import { CheckLabel } from '../../ui/check-label.tsx';
import { toggled } from './rule-values.ts';

interface CheckListProps {
  labelledBy?: string | undefined;
  /** Said if there are no choices. */
  none: string;
  /** Undefined while they load. */
  options: readonly { id: string; name: string }[] | undefined;
  chosen: readonly string[];
  /** The name of a chosen one that is no longer there. */
  gone: string;
  onChange: (chosen: string[]) => void;
}

/** Some of several; what is chosen and gone stays, until it is unticked. */
export function CheckList({ labelledBy, none, options, chosen, gone, onChange }: CheckListProps) {
  if (!options) return null;
  const lost = chosen.filter((id) => !options.some((option) => option.id === id));
  const all = [...options, ...lost.map((id) => ({ id, name: gone }))];
  if (all.length === 0) return <p className="text-sm text-ink-2">{none}</p>;
  return (
    <div role="group" aria-labelledby={labelledBy} className="grid max-h-52 gap-1 overflow-y-auto">
      {all.map(({ id, name }) => (
        <CheckLabel key={id} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))}>
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </CheckLabel>
      ))}
    </div>
  );
}
