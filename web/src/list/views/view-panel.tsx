import { ArrowLeft, ArrowRight, Check, Keyboard, type LucideIcon, Minus, Plus, Printer } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../../ui/announce.ts';
import { IconButton } from '../../ui/button.tsx';
import { showShortcuts } from '../../ui/shortcuts.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Entity, capital } from '../../records/entity.ts';
import { narrowest } from '../table/column-widths.ts';
import type { List } from '../list.ts';
import type { Column } from '../table/table-props.ts';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { moved } from './column-order.ts';
import { densities, useColumns, useDensity, useHidden, useWidths } from './view.ts';

export interface ViewOptionsProps {
  page: {
    entity: Pick<Entity, 'path'>;
    columns: readonly Pick<Column<never>, 'id' | 'header' | 'width'>[];
    list: Pick<List<never>, 'printAll'>;
    report: (title: string, error: unknown) => void;
  };
}

interface ViewPanelProps extends ViewOptionsProps {
  close: () => void;
}

/** Pixels. */
const step = 16;

/** Loaded ahead, or when first opened. */
export default function ViewPanel({ page, close }: ViewPanelProps) {
  const { entity, columns, list, report } = page;
  const [density, setDensity] = useDensity();
  const [hidden, setHidden] = useHidden(entity);
  const { all, order, setOrder } = useColumns(entity, columns);
  const [widths, setWidths] = useWidths(entity);
  const isTable = useMedia(tableMedia);
  const [isLoading, setLoading] = useState(false);
  const turn = (id: string, isShown: boolean) =>
    setHidden(isShown ? hidden.filter((other) => other !== id) : [...hidden, id]);
  /** Starts from the current width, chosen or not. */
  const resize = (id: string, least: number, by: number) => {
    const now = document.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth ?? least;
    setWidths({ ...widths, [id]: Math.max(narrowest, now + by) });
  };
  const shift = (id: string, place: number, button: HTMLElement) => {
    if (place < 1 || place >= all.length) return;
    flushSync(() => setOrder(moved(order, id, order[place] ?? id)));
    // It may have moved within the document, which takes its focus.
    button.focus();
    const { header = '' } = all.find((column) => column.id === id) ?? {};
    announce(`${header}: column ${place + 1} of ${all.length}`);
  };
  const print = async () => {
    setLoading(true);
    try {
      await list.printAll();
    } catch (error) {
      report('Failed to load all rows for printing', error);
    } finally {
      setLoading(false);
      close();
    }
  };
  return (
    <>
      <Group title="Density">
        {densities.map((each) => (
          <Option
            key={each}
            type="radio"
            name="density"
            checked={density === each}
            onChange={() => setDensity(each)}
          >
            {capital(each)}
          </Option>
        ))}
      </Group>
      <Group title="Columns">
        {all.map(({ id, header, width }, place) => (
          <div key={id} className="flex items-center">
            {place === 0 ? (
              <span className={`${entry} pl-8`}>{header}</span>
            ) : (
              <Option
                type="checkbox"
                checked={!hidden.includes(id)}
                onChange={({ target }) => turn(id, target.checked)}
              >
                {header}
              </Option>
            )}
            {isTable &&
              place > 0 &&
              [-1, 1].map((way) => (
                <IconButton
                  key={way}
                  label={`${header}: to the ${way < 0 ? 'left' : 'right'}`}
                  icon={way < 0 ? ArrowLeft : ArrowRight}
                  aria-disabled={place + way < 1 || place + way >= all.length || undefined}
                  onClick={({ currentTarget }) => shift(id, place + way, currentTarget)}
                />
              ))}
            {isTable &&
              [Minus, Plus].map((icon) => (
                <IconButton
                  key={icon === Plus ? 'wider' : 'narrower'}
                  label={`${header}: ${icon === Plus ? 'wider' : 'narrower'}`}
                  icon={icon}
                  disabled={hidden.includes(id)}
                  onClick={() => resize(id, width, icon === Plus ? step : -step)}
                />
              ))}
          </div>
        ))}
        <Entry
          onClick={() => {
            setHidden(undefined);
            setWidths(undefined);
            setOrder(undefined);
          }}
        >
          Reset columns
        </Entry>
      </Group>
      <div className="border-t border-line pt-1">
        <Entry icon={Printer} isBusy={isLoading} onClick={() => void print()}>
          {isLoading ? 'Loading rows...' : 'Print all rows'}
        </Entry>
        <Entry
          icon={Keyboard}
          onClick={() => {
            close();
            showShortcuts();
          }}
        >
          Keyboard shortcuts
        </Entry>
      </div>
    </>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="border-line pb-1 not-first:border-t not-first:pt-1">
    <legend className="float-left px-2 pt-1 pb-0.5 text-xs text-ink-2">{title}</legend>
    <div className="clear-both">{children}</div>
  </fieldset>
);

const entry = 'flex h-8 w-full items-center gap-2 rounded px-2 text-left text-sm hover:bg-sunken max-md:h-10';

interface OptionProps {
  type: 'radio' | 'checkbox';
  name?: string;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  children: ReactNode;
}

const Option = ({ children, ...input }: OptionProps) => (
  <label
    className={`${entry} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent`}
  >
    <input {...input} className="peer sr-only" />
    <Check aria-hidden className="invisible size-4 text-accent-text peer-checked:visible" />
    {children}
  </label>
);

interface EntryProps {
  icon?: LucideIcon;
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Entry = ({ icon: Icon, isBusy = false, onClick, children }: EntryProps) => (
  <button type="button" disabled={isBusy} onClick={onClick} className={entry}>
    {isBusy ? <Spinner /> : Icon && <Icon aria-hidden className="size-4 text-ink-2" strokeWidth={1.75} />}
    {children}
  </button>
);
