/** People, their sign-ins and sessions. */
export interface AccountTables {
  users: {
    id: string;
    /** The default workspace; the global owner for a person without any. */
    workspaceId: string;
    name: string | null;
    email: string;
    emailKey: string;
    passwordHash: string;
    role: string;
    disabledAt: number | null;
    /** Links that were mailed until then are void. */
    accessEndedAt: number | null;
    createdAt: number;
    updatedAt: number;
  };
  sessions: {
    id: string;
    userId: string;
    generation: number;
    createdAt: number;
    expiresAt: number;
    endedAt: number | null;
    /** Fingerprint of the network that signed in, as in the limits on failed sign-ins. */
    client: string | null;
    /** The network address and User-Agent of the last use. */
    address: string | null;
    userAgent: string | null;
    lastSeenAt: number | null;
    /** When the person last proved their identity. */
    confirmedAt: number;
  };
  refresh_tokens: {
    hash: string;
    sessionId: string;
    /** In a session, the generation of the last token used; its successors have the next one. */
    generation: number;
    expiresAt: number;
    /** When the use of another token voided it. */
    voidAt: number | null;
  };
  /** Links that work once. */
  one_time_tokens: {
    hash: string;
    purpose: string;
    userId: string;
    /** The new address that the link confirms. */
    email: string | null;
    expiresAt: number;
  };
  sign_in_failures: { id: string; address: string; client: string; at: number };
}
