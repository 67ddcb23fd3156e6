/** By what people sign in beside a password or in place of it, and by what their programs act. */
export interface FactorTables {
  /** The secrets of apps that make codes, one for each person. */
  second_factors: {
    /** `peopleOwner`, whose key seals them. */
    ownerId: string;
    /** The person's id. */
    id: string;
    secret: string;
    createdAt: number;
    /** null: it does not count yet. */
    confirmedAt: number | null;
    /** The time step of the last code that was used: earlier ones are void. */
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
  identities: { issuer: string; subject: string; userId: string; createdAt: number };
  /** What was begun and is finished once, within minutes. */
  challenges: {
    /** The hash of what its owner knows. */
    id: string;
    kind: string;
    userId: string | null;
    attempts: number;
    createdAt: number;
    expiresAt: number;
  };
  /** Keys for programs; each ends with its maker's membership. */
  api_tokens: {
    workspaceId: string;
    id: string;
    userId: string;
    name: string;
    /** JSON lists. */
    permissions: string;
    scope: string;
    addresses: string;
    /** Of its value. */
    hash: string;
    createdAt: number;
    expiresAt: number;
    lastUsedAt: number | null;
    lastUsedFrom: string | null;
  };
}
