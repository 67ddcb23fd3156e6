import { useLocation } from '@tanstack/react-router';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { Destination } from '../destinations.ts';
import { NavLink } from './nav-link.tsx';

interface LinksMenuProps {
  label: string;
  links: readonly Destination[];
}

/** Highlighted while one of its pages is shown. */
export function LinksMenu({ label, links }: LinksMenuProps) {
  const isHere = useLocation({ select: ({ pathname }) => links.some(({ to }) => pathname === to) });
  return (
    <Disclosure
      label={
        <>
          {label} <ChevronDown aria-hidden className="size-3.5" />
        </>
      }
      buttonClass={clsx(
        'flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium',
        isHere ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
      panelClass="w-60"
    >
      {(close) => (
        <ul>
          {links.map((link) => (
            <li key={link.to}>
              <NavLink link={link} stacked onClick={close} />
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}
