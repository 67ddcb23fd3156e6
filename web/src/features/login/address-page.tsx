import { client } from '@quartermaster/contract/api/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CutLink, LinkPage, takeToken } from './link-page.tsx';
import { LoginFrame } from './login-frame.tsx';

/** The page behind the link that confirms a new address. */
export default function AddressPage() {
  const [token] = useState(takeToken);
  const [email, setEmail] = useState<string>();
  useTitle('New address');
  if (email !== undefined)
    return (
      <LoginFrame title="Your address has been changed" subtitle={`You sign in with ${email} from now on.`}>
        <Link to="/" className={buttonClass('primary', 'mt-6 h-10 w-full text-base')}>
          Continue
        </Link>
      </LoginFrame>
    );
  if (token === '') return <CutLink title="New address" />;
  return (
    <LinkPage
      title="Confirm your new address"
      subtitle="You sign in with it from now on."
      label="Confirm"
      busyLabel="Confirming..."
      failure="Failed to confirm the address"
      send={async () => setEmail((await request(client.account.confirmAddress, { body: { token } })).email)}
    />
  );
}
