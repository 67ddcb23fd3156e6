import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { chooseTheme, otherTheme, useTheme } from '../../ui/theme.ts';
import { AddressPanel } from './address-panel.tsx';
import { NamePanel } from './name-panel.tsx';

/** Name, address and theme. */
export function ProfileSection() {
  const { status } = useSession();
  if (status.is !== 'authenticated') return null;
  return (
    <>
      <NamePanel user={status.user} />
      <AddressPanel user={status.user} />
      <ThemePanel />
    </>
  );
}

function ThemePanel() {
  const theme = useTheme();
  const other = otherTheme(theme);
  return (
    <Panel title="Theme">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-ink-2">
          This browser shows the <span className="font-medium text-ink">{theme}</span> theme.
        </p>
        <Button onClick={() => chooseTheme(other)}>Switch to {other}</Button>
      </div>
    </Panel>
  );
}
