/** What people are told of in time, and by which rules. */
export interface AlertTables {
  /** The default rule has the id of its workspace, and a row once it was changed. */
  alert_rules: {
    ownerId: string;
    id: string;
    /** JSON: `StoredRule` */
    rule: string;
    createdAt: number;
    updatedAt: number;
  };
  alerts: {
    ownerId: string;
    id: string;
    /** An `AlertKind`. */
    kind: string;
    what: string | null;
    area: string | null;
    recordId: string | null;
    /** With `kind` and `date` what makes it one alert. */
    subject: string;
    label: string | null;
    name: string;
    /** YYYY-MM-DD; empty if it has none. */
    date: string;
    /** The instant, if more than the day is known. */
    endsAt: number | null;
    renewal: string | null;
    /** What lists are sorted by: its date, or the day on which it was raised. */
    day: string;
    /** A state, or WAITING: seen, and not raised yet. */
    state: string;
    /** Its state before it was closed. */
    former: string | null;
    /** JSON: a list of `Crossing` */
    crossings: string;
    isLate: number;
    openSince: number | null;
    snoozedUntil: number | null;
    level: number;
    raisedAt: number | null;
    closedAt: number | null;
    acknowledgedAt: number | null;
    actorId: string | null;
    actorName: string | null;
    actorEmail: string | null;
    createdAt: number;
  };
  alert_events: {
    ownerId: string;
    id: string;
    alertId: string;
    at: number;
    event: string;
    detail: string | null;
    /** null: the server itself. */
    actorId: string | null;
    actorName: string | null;
    actorEmail: string | null;
  };
}
