import { client } from '@quartermaster/contract/api/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CutLink, LinkPage, takeToken } from './link-page.tsx';
import { LoginFrame } from './login-frame.tsx';

/** The page behind the link, in the notice to the old address, that voids a change of address. */
export default function VoidAddressPage() {
  const [token] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  useTitle('Keep your address');
  if (isDone)
    return (
      <LoginFrame
        title="Your address stays"
        subtitle="Whoever asked to change it was signed in to your account. Change your password, which ends all other sessions."
      >
        <Link
          to="/account"
          search={{ section: 'security' }}
          className={buttonClass('primary', 'mt-6 h-10 w-full text-base')}
        >
          Go to your account
        </Link>
      </LoginFrame>
    );
  if (token === '') return <CutLink title="Keep your address" />;
  return (
    <LinkPage
      title="Keep your address"
      subtitle="Your account was asked to take another address. If it was not you, stop the change."
      label="Stop the change"
      busyLabel="Stopping..."
      failure="Failed to stop the change"
      help="If your account has another address already, tell the administrator of your installation."
      send={async () => {
        await request(client.account.voidAddress, { body: { token } });
        setDone(true);
      }}
    />
  );
}
