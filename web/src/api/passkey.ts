import { client } from '@quartermaster/contract/api/client';
import { ApiError } from './error.ts';
import { type In, request } from './request.ts';

type NewPasskey = In<typeof client.passkeys.create, 'body'>['response'];
type Answer = In<typeof client.passkeys.signIn, 'body'>['response'];

/** Whether this browser supports passkeys: none does on plain http. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Explains why the browser returned no passkey. It reveals little, so that pages can't probe for other sites' keys. */
function inWords(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const name = error instanceof Error ? error.name : '';
  const words: Record<string, string> = {
    InvalidStateError: 'This device has a passkey for your account already',
    SecurityError: 'Passkeys work only at the address that PUBLIC_URL names',
  };
  return new ApiError(words[name] ?? 'No passkey was used', 400, 'PASSKEY');
}

/** Asks the device to sign in with a passkey. */
export async function answerOfPasskey(): Promise<Answer> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { options } = await request(client.passkeys.signInOptions);
    return (await startAuthentication({ optionsJSON: options as never })) as Answer;
  } catch (error) {
    throw inWords(error);
  }
}

/** Asks the device to create a passkey for the signed-in person. */
export async function makePasskey(): Promise<NewPasskey> {
  const { options } = await request(client.passkeys.options);
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return (await startRegistration({ optionsJSON: options as never })) as NewPasskey;
  } catch (error) {
    throw inWords(error);
  }
}
