/** What was looked up about records, and how that went. */
export interface LookupTables {
  /** The latest answer of each source. */
  facts: {
    ownerId: string;
    id: string;
    area: string;
    recordId: string;
    /** A `LookKind`. */
    kind: string;
    /** A `FactField`. */
    field: string;
    /** What was asked about: a registrable name, a name, or host and port. */
    subject: string;
    /** JSON */
    value: string;
    source: string;
    /** The host that answered last. */
    sourceHost: string | null;
    observedAt: number;
    /** Since when this value has been seen. */
    firstSeenAt: number;
  };
  /** The latest attempt to look something up for a record; none before the first. */
  checks: {
    ownerId: string;
    area: string;
    recordId: string;
    kind: string;
    subject: string;
    /** A `CheckState`. */
    state: string;
    /** Since when it has been in this state. */
    since: number;
    /** When 'unregistered' was first answered since the name was last registered; null: it is registered. */
    unregisteredSince: number | null;
    checkedAt: number;
    /** The latest answer, whatever it said. */
    answeredAt: number | null;
    /** When to look again; a job may have been told otherwise since. */
    nextAt: number | null;
    /** The host that was asked last; null: nothing was found to ask. */
    host: string | null;
    /** Why it is failing, in words. */
    error: string | null;
  };
  /** How often something outside may be asked, by the text that names it. */
  buckets: {
    key: string;
    /** The request in progress. */
    holder: string | null;
    /** The time of the last place in its queue. */
    queuedUntil: number;
    /** How often it was asked, as JSON: the window's length in milliseconds, its start, and the number. */
    windows: string;
    /** Nothing is asked before. */
    stopUntil: number;
  };
  /** The WHOIS server of a top-level domain, as whois.iana.org said; null: it has none. */
  whois_servers: { tld: string; host: string | null; observedAt: number };
}
