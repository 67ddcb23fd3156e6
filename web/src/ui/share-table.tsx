import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import { type Tone, fillClass } from './tone.ts';

export interface Share {
  key: string;
  label: ReactNode;
  count: number;
  /** The color of its bar. */
  tone?: Tone;
}

interface ShareTableProps {
  /** The name of the rows: 'Registrator'. */
  label: string;
  /** What the numbers count: 'Domains'. */
  counted: string;
  shares: readonly Share[];
  total: number;
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** Shares of a total: a bar in the middle column shows the number in the last one. */
export const ShareTable = ({ label, counted, shares, total }: ShareTableProps) => (
  <table className="w-full table-fixed text-sm">
    <thead className="text-left text-xs text-ink-2">
      <tr>
        <th scope="col" className="w-34 pb-1 font-medium sm:w-40">
          {label}
        </th>
        <td className="pb-1" />
        <th scope="col" className="w-14 pb-1 text-right font-medium">
          {counted}
        </th>
        <th scope="col" className="w-14 pb-1 text-right font-medium">
          Share
        </th>
      </tr>
    </thead>
    <tbody>
      {shares.map(({ key, label: name, count, tone }) => (
        <tr key={key}>
          <th scope="row" className="h-6 clipped pr-2 text-left font-normal">
            {name}
          </th>
          <td>
            <svg aria-hidden width="100%" height="8" className="block rounded-sm">
              <rect width="100%" height="100%" className="fill-sunken" />
              <rect
                width={`${(100 * count) / total}%`}
                height="100%"
                className={tone ? fillClass[tone] : 'fill-accent'}
              />
            </svg>
          </td>
          <td className="text-right">{formatNumber(count)}</td>
          <td className="text-right text-ink-2">{percent.format(count / total)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
