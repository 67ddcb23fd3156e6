import { type KeyboardEvent, type PointerEvent, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../../ui/announce.ts';
import type { Entity } from '../../records/entity.ts';
import { moved } from '../views/column-order.ts';
import { useColumns } from '../views/view.ts';
import type { AnyColumn } from './table-props.ts';

/** Pixels that a press may move and still be a click. */
const slack = 6;

interface Drag {
  id: string;
  /** The column whose place it would take. */
  to: string | undefined;
}

const headAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('th[data-column]') : null;

/**
 * Moves the columns of a table, except the first one: by dragging a header, or by Alt with an arrow key on it. Touch
 * scrolls instead; the View menu moves columns too.
 */
export function useColumnMoves<T>(entity: Pick<Entity, 'path'>, columns: readonly AnyColumn<T>[]) {
  const { order, setOrder, shown } = useColumns(entity, columns);
  const [drag, setDrag] = useState<Drag>();
  const press = useRef<{ id: string; x: number }>(undefined);
  const wasDragged = useRef(false);

  const move = (id: string, to: string | undefined) => {
    const { header = '' } = shown.find((column) => column.id === id) ?? {};
    if (id === shown[0]?.id) return announce(`${header} stays the first column`);
    if (to === undefined || to === id || to === shown[0]?.id) return undefined;
    setOrder(moved(order, id, to));
    const place = shown.findIndex((column) => column.id === to) + 1;
    return announce(`${header}: column ${place} of ${shown.length}`);
  };
  const end = () => {
    press.current = undefined;
    setDrag(undefined);
    // The click that follows a drag sorts nothing.
    setTimeout(() => (wasDragged.current = false));
  };

  const handlers = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const id = headAt(event.target)?.dataset['column'];
      if (step === undefined || id === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
      // The browser would go back or forward.
      event.preventDefault();
      const focused = event.target as HTMLElement;
      flushSync(() => move(id, shown[shown.findIndex((column) => column.id === id) + step]?.id));
      // An element that moves within the document loses the focus.
      focused.focus();
    },
    onPointerDown: ({ target, button, pointerType, clientX }: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      const id = headAt(target)?.dataset['column'];
      if (button !== 0 || pointerType === 'touch' || id === undefined || id === shown[0]?.id) return;
      // The edge of a column sets its width.
      if (!(target as Element).closest('[data-width]')) press.current = { id, x: clientX };
    },
    onPointerMove: ({ currentTarget, pointerId, clientX, buttons }: PointerEvent<HTMLElement>) => {
      // Released elsewhere, before the pointer was captured.
      if (buttons === 0 && !drag) press.current = undefined;
      const { id, x } = press.current ?? {};
      if (id === undefined || x === undefined || (!drag && Math.abs(clientX - x) < slack)) return;
      wasDragged.current = true;
      if (!drag) {
        currentTarget.setPointerCapture(pointerId);
        getSelection()?.removeAllRanges();
      }
      const heads = [...currentTarget.querySelectorAll<HTMLElement>('th[data-column]')].slice(1);
      const over = heads.find((head) => {
        const { left, right } = head.getBoundingClientRect();
        return left <= clientX && clientX < right;
      });
      const to = over?.dataset['column'];
      if (!drag || drag.to !== to) setDrag({ id, to });
    },
    onPointerUp: () => {
      if (drag) move(drag.id, drag.to);
      end();
    },
    onLostPointerCapture: end,
    onClickCapture: (event: MouseEvent) => wasDragged.current && event.stopPropagation(),
  };
  /** The edge of a header at which the dragged column would arrive. */
  const arrivalAt = (id: string): 'left' | 'right' | undefined => {
    if (!drag || drag.to !== id || drag.id === id) return undefined;
    return order.indexOf(drag.id) > order.indexOf(id) ? 'left' : 'right';
  };
  return { handlers, dragged: drag?.id, arrivalAt };
}
