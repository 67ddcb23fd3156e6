import { createHash, randomBytes } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';

const algorithm = 'HS256';
const type = 'at+jwt';
const issuer = 'quartermaster';
export const accessTokenSeconds = 15 * 60;
export const refreshTokenMs = 30 * 86_400_000;

export interface AccessClaims {
  sub: string;
  sid: string;
  role: string;
}

/** The claims of a verified token. */
export interface VerifiedClaims extends AccessClaims {
  /** Seconds since 1970. */
  exp: number;
}

export const signAccessToken = (key: Uint8Array, { sub, sid, role }: AccessClaims): Promise<string> =>
  new SignJWT({ sid, role })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(sub)
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(key);

/** The largest difference allowed between the clocks of two servers. */
const skewSeconds = 60;

/** Whether a token's expiry is within its lifetime from now. A later one was issued by a clock that was ahead. */
export function isCurrent({ exp }: VerifiedClaims): boolean {
  const left = exp - Date.now() / 1000;
  return left > 0 && left <= accessTokenSeconds + skewSeconds;
}

/** null for an invalid token, 'expired' for one that expired recently. */
export async function verifyAccessToken(
  key: Uint8Array,
  token: string,
): Promise<VerifiedClaims | 'expired' | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      requiredClaims: ['sub', 'sid', 'role', 'exp'],
    });
    const { sub, sid, role, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof role !== 'string') return null;
    const claims = { sub, sid, role, exp: exp ?? 0 };
    return isCurrent(claims) ? claims : 'expired';
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : null;
  }
}

/** 256 random bits; only their hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
