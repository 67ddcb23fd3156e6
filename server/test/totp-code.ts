import { Secret, TOTP } from 'otpauth';

/** The code of an authenticator app at a time (ms). */
export const totpCode = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
