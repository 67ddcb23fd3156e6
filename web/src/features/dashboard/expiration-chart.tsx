import { Link } from '@tanstack/react-router';
import { scaleBand, scaleLinear } from 'd3-scale';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { domainCount, domainsOf } from './expiration-links.ts';
import type { ExpirationMonth } from './expiration-months.ts';

const height = 196;
const above = 20;
const below = 38;

/** The width in pixels, updated as it changes. */
function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** One bar per month with its count above; each links to its domains. */
export default function ExpirationChart({ months }: { months: readonly ExpirationMonth[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const x = scaleBand([0, width]).domain(months.map(({ from }) => from));
  const most = Math.max(1, ...months.map(({ count }) => count));
  const y = scaleLinear([0, most], [height - below, above]);
  const bar = Math.min(56, x.bandwidth() * 0.7);
  const middle = ({ from }: ExpirationMonth) => (x(from) ?? 0) + x.bandwidth() / 2;
  return (
    <div ref={frame} className="min-w-0">
      <svg
        role="group"
        aria-label="Domains that expire in each month"
        width={width}
        height={height}
        className="block"
      >
        <line x2={width} y1={y(0)} y2={y(0)} className="stroke-line" />
        {months.map((month) => {
          const column = (
            <>
              <rect
                x={x(month.from)}
                width={x.bandwidth()}
                height={height}
                rx={4}
                className="fill-transparent group-hover:fill-sunken group-focus-visible:stroke-accent group-focus-visible:stroke-2"
              />
              <rect
                x={middle(month) - bar / 2}
                y={y(month.count)}
                width={bar}
                height={y(0) - y(month.count)}
                className="fill-accent"
              />
            </>
          );
          return month.count === 0 ? (
            <g key={month.from}>{column}</g>
          ) : (
            <Link
              key={month.from}
              {...domainsOf(month)}
              aria-label={domainCount(month)}
              className="group outline-none"
            >
              {column}
            </Link>
          );
        })}
        {/* The links have the full text. */}
        <g aria-hidden textAnchor="middle" className="pointer-events-none text-xs">
          {months.map((month) => (
            <g key={month.from}>
              <text x={middle(month)} y={y(month.count) - 6} className="fill-ink font-semibold">
                {formatNumber(month.count)}
              </text>
              <text x={middle(month)} y={height - 22} className="fill-ink-2">
                {month.short}
              </text>
              {(month === months[0] || month.short === 'Jan') && (
                <text x={middle(month)} y={height - 6} className="fill-ink font-semibold">
                  {month.from.slice(0, 4)}
                </text>
              )}
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}
