import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface OtherWayProps {
  icon: LucideIcon;
  label: string;
  /** Nothing else on the page shows what went wrong. */
  isAlone?: boolean;
  onUse: () => Promise<unknown>;
}

/** A way to sign in without a password. */
export function OtherWay({ icon: Icon, label, isAlone = false, onUse }: OtherWayProps) {
  const { error } = useSession();
  const [busy, setBusy] = useState(false);
  return (
    <div className="mt-3 grid gap-3">
      {isAlone && error !== null && <Banner tone="bad" title={error} />}
      <Button
        busy={busy}
        className="h-10 w-full text-base"
        onClick={() => {
          setBusy(true);
          void onUse().finally(() => setBusy(false));
        }}
      >
        <Icon size={16} aria-hidden />
        {label}
      </Button>
    </div>
  );
}
