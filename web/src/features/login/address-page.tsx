import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { takeToken } from './link-token.ts';
import { LoginFrame } from './login-frame.tsx';

/** Where the link that was sent to a new address leads. A press confirms it: programs that look at mail open links. */
export default function AddressPage() {
  const [token] = useState(takeToken);
  const confirm = useMutation({
    mutationFn: () => request(client.account.confirmAddress, { body: { token } }),
  });
  useEffect(() => {
    document.title = 'New address · Quartermaster';
  }, []);
  if (confirm.data)
    return (
      <LoginFrame
        title="Your address is changed"
        subtitle={`You sign in with ${confirm.data.email} from now on.`}
      >
        <Link to="/" className={buttonClass('primary', 'mt-6 h-10 w-full text-base')}>
          Continue
        </Link>
      </LoginFrame>
    );
  if (token === '')
    return <LoginFrame title="New address" subtitle="This link is not complete. Ask for a new one." />;
  return (
    <LoginFrame title="Confirm your new address" subtitle="You sign in with it from now on.">
      <div className="mt-6 grid gap-3">
        {confirm.error && (
          <Banner tone="bad" title={messageOf(confirm.error, 'Failed to confirm the address')} />
        )}
        <Button
          variant="primary"
          className="h-10 w-full text-base"
          busy={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {confirm.isPending ? 'Confirming...' : 'Confirm'}
        </Button>
      </div>
    </LoginFrame>
  );
}
