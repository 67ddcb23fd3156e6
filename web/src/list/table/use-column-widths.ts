import { type RefObject, useLayoutEffect, useState } from 'react';
import { create } from 'zustand';
import type { Entity } from '../../records/entity.ts';
import { type Widths, fitColumns } from './column-widths.ts';
import { actionsWidth } from './row-actions.tsx';
import type { AnyColumn } from './table-props.ts';
import { type Density, useWidths } from '../views/view.ts';

export const selectWidth = 40;

/** The content widths by list and density, so that a list looks the same on return. */
const useMeasured = create<Readonly<Record<string, Widths>>>(() => ({}));

interface Options<T> {
  entity: Pick<Entity, 'path'>;
  columns: readonly AnyColumn<T>[];
  density: Density;
  /** The element that contains the table. */
  box: RefObject<HTMLElement | null>;
  hasRows: boolean;
}

/** The widths of the columns: as wide as their content, except where somebody chose a width. */
export function useColumnWidths<T>({ entity, columns, density, box, hasRows }: Options<T>): Widths {
  const [chosen] = useWidths(entity);
  const key = `${entity.path} ${density} ${columns.map(({ id }) => id).join()}`;
  const content = useMeasured((all) => all[key]);
  const [room, setRoom] = useState(0);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const update = () => setRoom(element.clientWidth);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  useLayoutEffect(() => {
    const table = box.current?.querySelector('table');
    if (!hasRows || !table) return;
    useMeasured.setState({ [key]: contentWidths(table) });
  }, [box, key, hasRows]);

  return fitColumns(columns, content ?? {}, chosen, room - selectWidth - actionsWidth);
}

/** Measures the table at its natural width. */
function contentWidths(table: HTMLTableElement): Widths {
  table.classList.add('measuring');
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')];
  const widths = heads.map((head) => [head.dataset['column'], Math.ceil(head.getBoundingClientRect().width)]);
  table.classList.remove('measuring');
  return Object.fromEntries(widths) as Widths;
}
