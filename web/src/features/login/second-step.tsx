import type { Challenge } from '@quartermaster/contract/auth/auth.schema';
import { useState } from 'react';
import { hasPasskeys } from '../../api/passkey.ts';
import { clearSessionError, finishSignIn, leaveChallenge } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import { PasskeyWay, Refusal } from './other-way.tsx';

/** Asks for what a sign-in needs after the password: an app code, a passkey, or a recovery code. */
export function SecondStep({ challenge: { id, methods } }: { challenge: Challenge }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const withApp = methods.includes('code');
  const takesCode = withApp || methods.includes('recovery');
  const withPasskey = methods.includes('passkey') && hasPasskeys();
  const send = () => {
    setBusy(true);
    return finishSignIn({ challengeId: id, code }).finally(() => setBusy(false));
  };
  return (
    <LoginFrame title="One more step" subtitle="Your account has a second factor.">
      {withPasskey && !withApp && (
        <div className="pt-3">
          {!takesCode && <Refusal />}
          <PasskeyWay label="Use your passkey" isMain />
        </div>
      )}
      {takesCode && (
        <AuthForm submitLabel="Continue" busyLabel="Checking..." busy={busy} submit={send}>
          <Field
            label={withApp ? 'Code' : 'Recovery code'}
            hint={withApp ? 'From your authenticator app, or a recovery code.' : undefined}
          >
            {(aria) => (
              <Input
                {...aria}
                value={code}
                autoComplete="one-time-code"
                autoFocus={withApp || !withPasskey}
                isExact
                onChange={({ target }) => {
                  setCode(target.value);
                  clearSessionError();
                }}
              />
            )}
          </Field>
        </AuthForm>
      )}
      {withPasskey && withApp && <PasskeyWay label="Use your passkey" />}
      {!takesCode && !withPasskey && (
        <p className="mt-6">Your passkey works only where this page is opened over https.</p>
      )}
      <Button variant="ghost" className="mt-3 h-10 w-full" onClick={leaveChallenge}>
        Start again
      </Button>
    </LoginFrame>
  );
}
