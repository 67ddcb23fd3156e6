import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import { Panel } from '../../ui/panel.tsx';

type Overview = DashboardStats['overview'];

const steps: readonly { to: string; total: keyof Overview; title: string; body: string }[] = [
  {
    to: '/emails',
    total: 'totalEmailAccounts',
    title: 'Add a mailbox',
    body: 'The address that you are registered with elsewhere.',
  },
  {
    to: '/registrator-accounts',
    total: 'totalRegistratorAccounts',
    title: 'Add a registrator account',
    body: 'Where domains are bought, with its login.',
  },
  {
    to: '/domains',
    total: 'totalDomains',
    title: 'Add a domain',
    body: 'Its expiration is in view here from then on.',
  },
];

/** Shown while there are no domains: what to add first, in order. */
export const hasNoDomains = ({ totalDomains }: Overview): boolean => totalDomains === 0;

export function FirstSteps({ overview }: { overview: Overview }) {
  const next = steps.find(({ total }) => overview[total] === 0);
  return (
    <Panel title="Three steps to the first domain">
      <ol className="grid gap-2 p-3 md:grid-cols-3">
        {steps.map((step, index) => {
          const { to, total, title, body } = step;
          const isDone = overview[total] > 0;
          const mark = isDone
            ? 'bg-ok-soft text-ok'
            : step === next
              ? 'bg-accent text-on-accent'
              : 'bg-mute-soft text-mute';
          return (
            <li key={to} className="grid">
              <Link
                to={to}
                search={isDone ? {} : { form: 'new' }}
                className={`flex items-center gap-3 rounded-lg border p-3 hover:border-control ${step === next ? 'border-accent' : 'border-line'}`}
              >
                <span
                  aria-hidden
                  className={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold ${mark}`}
                >
                  {isDone ? <Check className="size-4" /> : index + 1}
                </span>
                <span className="min-w-0 flex-1 text-sm">
                  <span className="block font-medium">
                    <span className="sr-only">{isDone ? 'Done:' : `Step ${index + 1}:`}</span> {title}
                  </span>{' '}
                  <span className="block text-xs text-ink-2">{body}</span>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
              </Link>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
