import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

interface LoginFrameProps {
  title: string;
  subtitle?: string | undefined;
  /** Below the card. */
  below?: ReactNode;
  children?: ReactNode;
}

/** A centred card on a page without the application's frame. */
export const LoginFrame = ({ title, subtitle, below, children }: LoginFrameProps) => (
  <main className="relative grid flex-1 place-items-center px-4 py-10">
    <div className="absolute top-3 right-3">
      <ThemeSwitch />
    </div>
    <div className="w-full max-w-[25rem]">
      <div className="rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <Logo className="size-10" />
        <h1 className="mt-5 text-xl font-semibold">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-ink-2">{subtitle}</p>}
        {children}
      </div>
      {below && <div className="mt-5 text-center text-sm text-ink-2">{below}</div>}
    </div>
  </main>
);
