import type { User } from '@quartermaster/contract/auth/auth.schema';
import { deferred } from '../../ui/deferred.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';

const UserEntries = deferred(() => import('./user-entries.tsx'));

const initials = (email: string): string => email.slice(0, 2).toUpperCase();

export const UserMenu = ({ user }: { user: User }) => (
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
