import type { ImpactNode } from '@quartermaster/contract/api/impact';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { formatNumber } from '../ui/format.ts';
import { CheckLabel } from '../ui/check-label.tsx';
import { entities } from './entities.ts';
import { capital } from './entity.ts';

const shownAtMost = 100;

interface ResettableProps {
  nodes: readonly ImpactNode[];
  /** The ids of those that are not ticked. */
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** What mailboxes can reset, to be listed with them: ticked, each by itself and all at once. */
export function Resettable({ nodes, leftOut, onChange }: ResettableProps) {
  const ticked = nodes.length - leftOut.size;
  const toggle = (id: string) => {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="grid gap-1 rounded-lg border border-line p-3">
      <legend className="sr-only">What can be reset</legend>
      <CheckLabel
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = ticked > 0 && leftOut.size > 0;
        }}
        checked={leftOut.size === 0}
        onChange={({ target }) => onChange(new Set(target.checked ? [] : nodes.map(({ id }) => id)))}
      >
        <span className="font-medium">
          And what can be reset ({formatNumber(ticked)} of {formatNumber(nodes.length)})
        </span>
      </CheckLabel>
      <ul className="max-h-52 overflow-y-auto pl-6 text-sm">
        {nodes.slice(0, shownAtMost).map(({ area, id, name, via }) => (
          <li key={id} className="py-0.5">
            <CheckLabel checked={!leftOut.has(id)} onChange={() => toggle(id)}>
              <span className="min-w-0 wrap-anywhere">
                {shownName(area, name)}{' '}
                <span className="text-xs text-ink-2">
                  {capital(entities[area].entity.one)}
                  {via && ` of ${shownName(via.area, via.name)}`}
                </span>
              </span>
            </CheckLabel>
          </li>
        ))}
        {nodes.length > shownAtMost && (
          <li className="py-1 text-ink-2">And {formatNumber(nodes.length - shownAtMost)} more.</li>
        )}
      </ul>
    </fieldset>
  );
}
