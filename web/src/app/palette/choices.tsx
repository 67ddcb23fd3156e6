import { Autocomplete } from '@base-ui/react/autocomplete';
import { MoreHorizontal } from 'lucide-react';
import { RecordDetail } from '../../records/record-name.tsx';
import { Marked } from '../../ui/marked.tsx';
import type { Entry, EntryGroup, Found } from './entry.ts';

interface ChoicesProps {
  onRun: (entry: Entry) => void;
  onMore: (found: Found) => void;
}

/** The results, in groups. */
export const Choices = (props: ChoicesProps) => (
  <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-1.5 outline-none data-empty:hidden">
    {({ label, items }: EntryGroup) => (
      <Autocomplete.Group key={label} items={items} className="not-first:mt-1">
        <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">
          {label}
        </Autocomplete.GroupLabel>
        <Autocomplete.Collection>
          {(entry: Entry) => <Choice key={entry.id} entry={entry} {...props} />}
        </Autocomplete.Collection>
      </Autocomplete.Group>
    )}
  </Autocomplete.List>
);

function Choice({ entry, onRun, onMore }: ChoicesProps & { entry: Entry }) {
  const { label, within, icon: Icon, found } = entry;
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onRun(entry)}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm select-none data-highlighted:bg-accent-soft max-md:min-h-11 max-md:text-base"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-2" strokeWidth={1.75} />
      <span className="min-w-0 clipped">
        <Marked>{label}</Marked>
        {within !== undefined && <span className="text-ink-2"> in {within}</span>}
      </span>
      {found && (
        <span className="ml-auto flex max-w-1/2 shrink-0 items-center gap-1 pl-2">
          <RecordDetail area={found.area} detail={found.detail} />
          {/* For pointers only: keys have the right arrow, and an option must not contain a button. */}
          <span
            aria-hidden
            data-tip="More actions"
            onClick={(event) => {
              event.stopPropagation();
              onMore(found);
            }}
            className="grid size-7 shrink-0 place-items-center rounded text-ink-2 hover:bg-line hover:text-ink max-md:size-10"
          >
            <MoreHorizontal className="size-4" />
          </span>
        </span>
      )}
    </Autocomplete.Item>
  );
}
