import type { Challenge } from '@quartermaster/contract/auth/auth.schema';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { clearSessionError, finishSignIn, leaveChallenge, signInByPasskey } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { OtherWay } from './other-way.tsx';

/** What a sign-in needs after the password. */
export function SecondStep({ challenge: { id, methods } }: { challenge: Challenge }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const takesCode = methods.some((method) => method !== 'passkey');
  const send = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    void finishSignIn({ challengeId: id, code }).finally(() => setBusy(false));
  };
  const passkey = methods.includes('passkey') && (
    <OtherWay icon={KeyRound} label="Use a passkey" isAlone={!takesCode} onUse={signInByPasskey} />
  );
  return (
    <>
      {takesCode ? (
        <AuthForm submitLabel="Continue" busyLabel="Checking..." busy={busy} onSubmit={send}>
          <Field
            label={methods.includes('code') ? 'Code' : 'Recovery code'}
            hint={methods.includes('code') ? 'From your authenticator app, or a recovery code.' : undefined}
          >
            {(aria) => (
              <Input
                {...aria}
                value={code}
                autoComplete="one-time-code"
                autoFocus
                spellCheck={false}
                onChange={({ target }) => {
                  setCode(target.value);
                  clearSessionError();
                }}
              />
            )}
          </Field>
        </AuthForm>
      ) : (
        <p className="mt-6 text-ink-2">Your account needs your passkey too.</p>
      )}
      {passkey}
      <Button variant="ghost" className="mt-3 h-10 w-full" onClick={leaveChallenge}>
        Start again
      </Button>
    </>
  );
}
