import type { User } from '@quartermaster/contract/auth/auth.schema';
import { Link, useLocation } from '@tanstack/react-router';
import { CircleQuestionMark, Menu, Search, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { useDestinations } from '../destinations.ts';
import { LinksMenu } from './links-menu.tsx';
import { AlertBell } from './alert-bell.tsx';
import { Logo } from '../../ui/logo.tsx';
import { NavLink } from './nav-link.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Key } from '../../ui/key.tsx';

const UserEntries = deferred(() => import('./user-entries.tsx'));

const initials = (email: string): string => email.slice(0, 2).toUpperCase();

const UserMenu = ({ user }: { user: User }) => (
  <Disclosure
    label={
      <>
        <span aria-hidden>{initials(user.email)}</span>
        <span className="sr-only">User menu of {user.email}</span>
      </>
    }
    buttonClass="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text"
    panelClass="-ml-56 w-64"
  >
    {(close) => <UserEntries user={user} close={close} />}
  </Disclosure>
);

const HelpEntries = deferred(() => import('./help-entries.tsx'));

/** Shortcuts, the documentation and the version. */
const HelpMenu = () => (
  <Disclosure
    label={
      <>
        <CircleQuestionMark aria-hidden className="size-4.5" strokeWidth={1.75} />
        <span className="sr-only">Help</span>
      </>
    }
    buttonClass="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
    panelClass="-ml-48 w-60"
  >
    {(close) => <HelpEntries close={close} />}
  </Disclosure>
);

/** The menus of the header beside its links. */
const menus = { accounts: 'Accounts', more: 'More' } as const;
type Menu = keyof typeof menus;

const MenuOf = ({ menu }: { menu: Menu }) => <LinksMenu label={menus[menu]} links={useDestinations(menu)} />;

const MobileMenu = ({ menu, onPick }: { menu: Menu; onPick: () => void }) => (
  <>
    <li className="px-2.5 pt-3 pb-1 text-xs font-medium text-ink-3">{menus[menu]}</li>
    {useDestinations(menu).map((link) => (
      <li key={link.to}>
        <NavLink link={link} stacked onClick={onPick} />
      </li>
    ))}
  </>
);

function MobileLinks({ onPick, onSearch }: { onPick: () => void; onSearch: () => void }) {
  return (
    <nav id="mobile-links" aria-label="Main" className="border-t border-line px-3 py-2 md:hidden">
      <button
        type="button"
        onClick={() => {
          onPick();
          onSearch();
        }}
        className="flex h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-base font-medium text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        Search or run a command
      </button>
      <ul>
        {useDestinations('header').map((link) => (
          <li key={link.to}>
            <NavLink link={link} stacked onClick={onPick} />
          </li>
        ))}
        <MobileMenu menu="accounts" onPick={onPick} />
        <MobileMenu menu="more" onPick={onPick} />
      </ul>
    </nav>
  );
}

export function AppHeader({ user, onSearch, onIntent }: SearchButtonProps & { user: User }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The page on which the menu is open, so that navigating closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === path;

  return (
    <header
      className="no-print sticky top-0 z-20 border-b border-line bg-surface"
      onKeyDown={({ key }) => key === 'Escape' && setOpenOn(null)}
    >
      <div className="mx-auto flex h-header max-w-page items-center gap-4 px-4 max-lg:gap-2">
        <Link
          to="/"
          className="flex items-center gap-2.5 rounded-md font-semibold"
          activeOptions={{ exact: true }}
        >
          <Logo className="size-7" />
          <span className="max-[24rem]:sr-only md:max-lg:sr-only">Quartermaster</span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1 max-md:hidden">
          {useDestinations('header').map((link) => (
            <NavLink key={link.to} link={link} />
          ))}
          <MenuOf menu="accounts" />
          <MenuOf menu="more" />
        </nav>
        <div className="ml-auto flex items-center gap-2 max-lg:gap-0.5">
          <SearchButton onSearch={onSearch} onIntent={onIntent} />
          <ThemeSwitch />
          <HelpMenu />
          <AlertBell />
          <UserMenu user={user} />
          <IconButton
            label={isOpen ? 'Close menu' : 'Open menu'}
            icon={isOpen ? X : Menu}
            aria-expanded={isOpen}
            aria-controls="mobile-links"
            className="size-8 md:hidden"
            onClick={() => setOpenOn(isOpen ? null : path)}
          />
        </div>
      </div>
      {isOpen && <MobileLinks onPick={() => setOpenOn(null)} onSearch={onSearch} />}
    </header>
  );
}

interface SearchButtonProps {
  onSearch: () => void;
  /** Called when pointer or focus arrives: a press is likely. */
  onIntent: () => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the command palette; wide where there is room. */
const SearchButton = ({ onSearch, onIntent }: SearchButtonProps) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onSearch}
    onPointerEnter={onIntent}
    onFocus={onIntent}
    className="flex h-8 items-center gap-2 rounded-md text-sm text-ink-2 hover:text-ink max-lg:w-8 max-lg:justify-center max-lg:hover:bg-sunken lg:border lg:border-control lg:bg-sunken lg:px-2.5"
  >
    <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
    <span className="max-lg:sr-only">Search or run a command</span>
    <span aria-hidden className="max-lg:hidden">
      <Key>{isApple ? '⌘K' : 'Ctrl K'}</Key>
    </span>
  </button>
);
