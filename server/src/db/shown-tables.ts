import type { Flag } from './record-tables.ts';

/** What follows from records and facts about them, stored so that lists can read it in order. */
export interface ShownTables {
  /** The dates of records themselves, typed or looked up, and of TLS certificates. */
  shown_dates: {
    ownerId: string;
    /** That of the expiration. */
    id: string;
    /** 'tls', or what the record is: 'domain', 'hosting', 'server', 'cdn'. */
    what: string;
    area: string;
    recordId: string;
    /** Host and port of a certificate; else empty. */
    subject: string;
    /** 0: a whole day, 1: an instant, 2: no date. */
    part: number;
    date: number | null;
    /** An `ExpirationState`. */
    state: string;
    source: string | null;
    renewal: string | null;
    /** The last date of the registry that was no unconfirmed renewal. */
    confirmed: number | null;
    createdAt: number;
  };
  /** What was found about domains, as it is compared with what is recorded. */
  findings: {
    ownerId: string;
    recordId: string;
    /** A `MismatchField`. */
    field: string;
    source: string;
    /** As people read it. */
    found: string;
    /** Of what is no date: the values that fit, each between two line feeds. */
    fits: string;
    date: number | null;
    isConfirmed: Flag;
    /** Since when this is ignored, until it changes; null: it is not. */
    ignoredAt: number | null;
    ignoredReason: string | null;
  };
}
