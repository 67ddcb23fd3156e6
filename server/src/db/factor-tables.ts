/** Sign-in methods beside or instead of a password, and API tokens. */
export interface FactorTables {
  /** Secrets of authenticator apps, one for each person. */
  second_factors: {
    /** `peopleOwner`, whose key seals them. */
    ownerId: string;
    /** The person's id. */
    id: string;
    secret: string;
    createdAt: number;
    /** null: not confirmed yet, so not in effect. */
    confirmedAt: number | null;
    /** The time step of the last code used: it and earlier ones are void. */
    lastStep: number;
  };
  recovery_codes: { userId: string; hash: string };
  passkeys: {
    id: string;
    userId: string;
    name: string;
    credentialId: string;
    publicKey: string;
    counter: number;
    /** A JSON list. */
    transports: string;
    createdAt: number;
    lastUsedAt: number | null;
  };
  /** Accounts at an identity provider. */
  identities: {
    issuer: string;
    subject: string;
    userId: string;
    createdAt: number;
    id: string;
    lastUsedAt: number | null;
  };
  /** What waits to be completed, once and within minutes. */
  challenges: {
    /** The hash of the secret that only its owner knows. */
    id: string;
    kind: string;
    userId: string | null;
    attempts: number;
    createdAt: number;
    expiresAt: number;
  };
  /** API tokens; each ends with its maker's membership. */
  api_tokens: {
    workspaceId: string;
    id: string;
    userId: string;
    name: string;
    /** JSON lists. */
    permissions: string;
    scope: string;
    addresses: string;
    /** The hash of the token's value. */
    hash: string;
    createdAt: number;
    expiresAt: number;
    lastUsedAt: number | null;
    lastUsedFrom: string | null;
  };
}
