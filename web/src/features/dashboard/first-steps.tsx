import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { Link } from '@tanstack/react-router';
import { AtSign, Building2, Check, ChevronRight, Globe, Upload } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
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
      <Chain />
      <ol className="grid gap-2 px-3 md:grid-cols-3">
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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 pt-2 text-sm text-ink-2">
        <Link to="/import" search={{ area: 'domains' }} className={buttonClass()}>
          <Upload aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
          Import
        </Link>
        <span className="min-w-0 flex-1 basis-60">
          Or take all three from one spreadsheet: a row has a domain, its registrator and the mailbox of the
          account.
        </span>
      </div>
    </Panel>
  );
}

const chain = [
  { icon: AtSign, label: 'Mailbox', example: 'ops@acme.example' },
  { icon: Building2, label: 'Registrator account', example: 'Namecheap' },
  { icon: Globe, label: 'Domain', example: 'acme.example' },
];
const links = ['signs in to', 'holds'];

/** How the three hang together. */
const Chain = () => (
  <ul
    aria-label="A mailbox signs in to a registrator account, which holds domains"
    className="flex items-center justify-center gap-x-3 gap-y-1 px-3 pt-4 pb-3 max-md:flex-col max-md:items-start"
  >
    {chain.map(({ icon: Icon, label, example }, index) => (
      <li key={label} className="flex items-center gap-x-3 gap-y-1 max-md:flex-col max-md:items-start">
        {index > 0 && (
          <span className="grid justify-items-center text-xs text-ink-3 max-md:pl-10">
            {links[index - 1]}
            <svg
              aria-hidden
              width="56"
              height="8"
              viewBox="0 0 56 8"
              className="stroke-current max-md:hidden"
              fill="none"
            >
              <path d="M0 4h54M50 1l4 3-4 3" />
            </svg>
          </span>
        )}
        <span className="flex items-center gap-2">
          <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
            <Icon aria-hidden className="size-4" strokeWidth={1.75} />
          </span>
          <span className="text-sm">
            <span className="block font-medium">{label}</span>
            <span className="block text-xs text-ink-2">{example}</span>
          </span>
        </span>
      </li>
    ))}
  </ul>
);
