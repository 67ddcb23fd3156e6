import type { User } from '@quartermaster/contract/auth/auth.schema';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Check, History, LogOut, type LucideIcon, Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useHasSettings, useMay, useWorkspace, workspacesQuery } from '../../api/rights.ts';
import { enterWorkspace } from '../../api/workspace.ts';
import { signOut } from '../../api/session.ts';

interface EntryProps {
  icon: LucideIcon;
  label: string;
  tip?: string;
  disabled?: boolean;
  onClick?: (() => void) | undefined;
}

/** Disabled entries stay in the tab order, so that their tooltips can be read. */
function Entry({ icon: Icon, label, tip, disabled, onClick }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        data-tip={tip}
        aria-disabled={disabled}
        onClick={onClick}
        className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-3 aria-disabled:hover:text-ink-3 max-md:h-10"
      >
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        {label}
      </button>
    </li>
  );
}

/** Who is signed in, their workspaces, and what concerns them. */
export default function UserEntries({ user, close }: { user: User; close: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const router = useRouter();
  const hasSettings = useHasSettings();
  const mayWrite = useMay('write');
  const role = (user.role || 'user').toLowerCase();

  function go(to: string) {
    close();
    void router.navigate({ to } as never);
  }

  function leave() {
    setLeaving(true);
    void signOut();
  }

  return (
    <>
      <div className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5">
        <p className="clipped font-medium" title={user.email}>
          {user.email}
        </p>
        <p className="text-xs text-ink-2">{role}</p>
      </div>
      <Workspaces />
      <ul>
        <Entry icon={UserRound} label="Profile" onClick={() => go('/account')} />
        {hasSettings && <Entry icon={Settings} label="Settings" onClick={() => go('/settings')} />}
        {mayWrite && <Entry icon={History} label="History" onClick={() => go('/history')} />}
        <Entry icon={LogOut} label="Logout" disabled={leaving} onClick={leaving ? undefined : leave} />
      </ul>
    </>
  );
}

/** The current workspace, and links to the others. */
function Workspaces() {
  const { data } = useQuery(workspacesQuery);
  const current = useWorkspace();
  if (!data || !current) return null;
  return (
    <div className="mb-1 border-b border-line pb-1">
      <p className="px-2.5 pt-1 pb-0.5 text-xs text-ink-3">
        {data.workspaces.length > 1 ? 'Workspaces' : 'Workspace'}
      </p>
      {data.workspaces.length === 1 ? (
        <p className="clipped px-2.5 pb-1.5 text-sm font-medium" title={current.name}>
          {current.name}
        </p>
      ) : (
        <ul className="max-h-64 overflow-y-auto" aria-label="Workspaces">
          {data.workspaces.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current.id || undefined}
                onClick={() => id === current.id || enterWorkspace(id)}
                className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-current:text-ink max-md:h-10"
              >
                <span className="clipped flex-1">{name}</span>
                {id === current.id && <Check aria-hidden className="size-4 shrink-0 text-accent-text" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
