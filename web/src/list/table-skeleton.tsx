import { Skeleton } from '../ui/skeleton.tsx';
import type { Column } from './table-props.ts';

const rows = Array.from({ length: 12 }, (_, index) => index);

export function TableSkeleton<T>({ columns }: { columns: readonly Column<T>[] }) {
  return rows.map((row) => (
    <tr key={row} aria-hidden>
      {columns.map(({ id }, place) => (
        <td key={id} className="h-11 border-b border-line px-3">
          <Skeleton className={`h-3.5 ${place % 2 === row % 2 ? 'w-3/4' : 'w-1/2'}`} />
        </td>
      ))}
      <td className="h-11 border-b border-l border-line px-3">
        <Skeleton className="h-3.5 w-12" />
      </td>
    </tr>
  ));
}
