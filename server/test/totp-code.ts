import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows at a time (ms). */
export const totpCode = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
