/** What people are told of in time, and by which rules. */
export interface AlertTables {
  /** The default rule has the id of its workspace, and a row once it was changed. */
  alert_rules: {
    ownerId: string;
    id: string;
    /** JSON: `StoredRule` */
    rule: string;
    /** Who made it; null: made before that was kept, or the default rule. */
    userId: string | null;
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
    /** The instant, if more than the day is known; of a change, when it is over. */
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
    /** The next instant at which the clock alone may change it; null: none. */
    nextAt: number | null;
    /** JSON: a `FactChange` without its record. */
    change: string | null;
  };
  /** How far the evaluation of everything in a workspace has come; without a row it has not begun. */
  evaluations: {
    ownerId: string;
    /** A hash of the rules and the calendar that it goes by. */
    premises: string;
    /** The last record of a step; null: all are evaluated. */
    lastId: string | null;
  };
  /** Records that were written since they were evaluated: a row for each write, so that no writer waits for another. */
  records_to_evaluate: {
    ownerId: string;
    id: string;
    recordId: string;
  };
  /** What is to be told and is no message yet: what many steps of an evaluation bring about is told together. */
  notices: {
    ownerId: string;
    id: string;
    alertId: string;
    /** JSON: a `Notice` */
    notice: string;
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
