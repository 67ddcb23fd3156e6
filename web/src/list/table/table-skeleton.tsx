import { Skeleton } from '../../ui/skeleton.tsx';
import type { AnyColumn } from './table-props.ts';
import { type Density, rowHeights } from '../views/view.ts';

const rows = Array.from({ length: 12 }, (_, index) => index);

interface TableSkeletonProps<T> {
  columns: readonly AnyColumn<T>[];
  density: Density;
}

export function TableSkeleton<T>({ columns, density }: TableSkeletonProps<T>) {
  return rows.map((row) => (
    <tr key={row} aria-hidden style={{ height: rowHeights[density] }}>
      <td className="border-b border-line px-2.5">
        <Skeleton className="size-4" />
      </td>
      {columns.map(({ id }, place) => (
        <td key={id} className="border-b border-line px-2.5">
          <Skeleton className={`h-3.5 ${place % 2 === row % 2 ? 'w-3/4' : 'w-1/2'}`} />
        </td>
      ))}
      <td className="border-b border-l border-line px-2.5">
        <Skeleton className="h-3.5 w-12" />
      </td>
    </tr>
  ));
}
