import { type PointerEvent, useRef } from 'react';
import type { Entity } from '../../records/entity.ts';
import { narrowest } from './column-widths.ts';
import { useWidths } from '../views/view.ts';

interface WidthHandleProps {
  entity: Pick<Entity, 'path'>;
  column: string;
}

/** The edge of a column: dragging sets the width, and a double click resets it. View offers the same for keyboards. */
export function WidthHandle({ entity, column }: WidthHandleProps) {
  const [widths, setWidths] = useWidths(entity);
  const dragged = useRef<{ from: number; width: number }>(undefined);
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const width = event.currentTarget.parentElement?.offsetWidth ?? narrowest;
    dragged.current = { from: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = ({ clientX }: PointerEvent) => {
    if (!dragged.current) return;
    const { from, width } = dragged.current;
    setWidths({ ...widths, [column]: Math.max(narrowest, width + clientX - from) });
  };
  return (
    <span
      aria-hidden
      data-width
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-control active:border-accent print:hidden"
      onPointerDown={start}
      onPointerMove={move}
      onLostPointerCapture={() => (dragged.current = undefined)}
      onDoubleClick={() => setWidths(without(widths, column))}
    />
  );
}

const without = (widths: Readonly<Record<string, number>>, column: string) => {
  const { [column]: _, ...others } = widths;
  return others;
};
