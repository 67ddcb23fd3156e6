/** What was looked up about records, and how that went. */
export interface LookupTables {
  /** The latest answer of each source about a subject, whatever number of records it is about. */
  facts: {
    ownerId: string;
    id: string;
    /** A `LookKind`. */
    kind: string;
    /** A `FactField`. */
    field: string;
    /** What was asked about: a registrable name, a name, or host and port. */
    subject: string;
    /** JSON, at most 4 KB. */
    value: string;
    source: string;
    /** The host that answered last. */
    sourceHost: string | null;
    observedAt: number;
    /** Since when this value has been seen. */
    firstSeenAt: number;
  };
  /** A view: the facts about each record, which are those of the subjects that were looked up for it. */
  record_facts: LookupTables['facts'] & { recordId: string };
  /** What a source said before it said something else, of the facts in `changingFacts`. */
  fact_changes: Pick<LookupTables['facts'], 'ownerId' | 'id' | 'kind' | 'field' | 'subject' | 'source'> & {
    /** JSON, as in `facts`; null: it said nothing of this. */
    before: string | null;
    after: string | null;
    /** The subject and both values, as search compares them. */
    textFolded: string;
    at: number;
  };
  /** A view: the changes of each record's facts, after its first look at their subjects. */
  record_fact_changes: LookupTables['fact_changes'] & { area: string; recordId: string };
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
    /** When it was looked up for this record first; null: before that was kept. */
    firstCheckedAt: number | null;
    /** The latest answer, whatever it said. */
    answeredAt: number | null;
    /** When to look again; a job may have been told otherwise since. */
    nextAt: number | null;
    /** The host that was asked last; null: nothing was found to ask. */
    host: string | null;
    /** Why it is failing, in words. */
    error: string | null;
  };
  /** How often something outside may be asked, by the text that names it; and the queue of each workspace for that. */
  buckets: {
    key: string;
    /** The request in progress. */
    holder: string | null;
    /** Of a queue for another bucket: the time of its last place. */
    queuedUntil: number;
    /** How often it was asked, as JSON: the window's length in milliseconds, its start, and the number. */
    windows: string;
    /** Nothing is asked before. */
    stopUntil: number;
  };
  /** The WHOIS server of a top-level domain, as whois.iana.org said; null: it has none. */
  whois_servers: { tld: string; host: string | null; observedAt: number };
}
