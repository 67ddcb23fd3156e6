/** Mail that goes out. */
export interface MailTables {
  /** Mail that waits to be sent. */
  mails: {
    id: string;
    /** A `MailKind`. */
    kind: string;
    /** The mail, with its links. */
    sealed: string;
    createdAt: number;
    expiresAt: number;
    attempts: number;
    nextAt: number;
    lastError: string | null;
  };
  /** The mail of the last hour, by sender and by recipient. */
  mail_counts: {
    /** A sender, or the keyed hash of an address and a kind of mail. */
    key: string;
    /** A JSON list. */
    times: string;
    expiresAt: number;
  };
}
