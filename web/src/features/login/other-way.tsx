import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogIn, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { visitProvider } from '../../api/oidc.ts';
import { showSignInError, signInByPasskey, useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { methodsQuery } from './methods.ts';

interface OtherWayProps {
  icon: LucideIcon;
  label: string;
  /** The primary method, shown first. */
  isMain?: boolean;
  onUse: () => Promise<unknown>;
}

/** A way to sign in without a password. */
function OtherWay({ icon: Icon, label, isMain = false, onUse }: OtherWayProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant={isMain ? 'primary' : 'default'}
      busy={busy}
      autoFocus={isMain}
      className="mt-3 h-10 w-full text-base"
      onClick={() => {
        setBusy(true);
        void onUse().finally(() => setBusy(false));
      }}
    >
      <Icon size={16} aria-hidden />
      {label}
    </Button>
  );
}

/** The latest error, where no form shows it. */
export function Refusal() {
  const { error } = useSession();
  return (
    error !== null && (
      <div className="mt-6">
        <Banner tone="bad" title={error} />
      </div>
    )
  );
}

export const PasskeyWay = ({ label, isMain }: Pick<OtherWayProps, 'label' | 'isMain'>) => (
  <OtherWay icon={KeyRound} label={label} isMain={isMain ?? false} onUse={signInByPasskey} />
);

/**
 * Sign-in through the identity provider, if there is one; also registers. `invitation`: joins a new person to its
 * workspace.
 */
export function ProviderWay({ invitation }: { invitation: string | null }) {
  const { data: methods } = useQuery(methodsQuery);
  if (!methods?.oidc) return null;
  return (
    <OtherWay
      icon={LogIn}
      label={`Sign in with ${methods.oidc.name}`}
      onUse={() => visitProvider({ isLink: false, invitation }).catch(showSignInError)}
    />
  );
}
