import type { Flag } from './record-tables.ts';

/** Where alerts are sent, and what is sent. */
export interface DeliveryTables {
  channels: {
    ownerId: string;
    id: string;
    name: string;
    /** A `ChannelType`. */
    type: string;
    /** Who made it; null: made before that was kept. */
    userId: string | null;
    /** What is no secret of its configuration, as JSON. */
    config: string;
    /** The secrets, as sealed JSON. */
    sealed: string;
    isActive: Flag;
    /** How often it refused in a row. */
    refusals: number;
    /** Since it refused a message, nothing is sent over it until then. */
    waitUntil: number;
    lastSentAt: number | null;
    lastError: string | null;
    createdAt: number;
    updatedAt: number;
    /** What its receivers answered, as JSON: `ChannelAnswers`. */
    answers: string;
  };
  /** Addresses of mail channels that are no member's, and whether who reads their mail wants it. */
  mail_recipients: {
    ownerId: string;
    addressKey: string;
    address: string;
    /** Of the token in the latest question; null: answered. */
    hash: string | null;
    askedAt: number;
    asked: number;
    /** Who asked. */
    userId: string | null;
    confirmedAt: number | null;
  };
  /** A message to a channel or to a person, as it was when it was written. */
  deliveries: {
    ownerId: string;
    id: string;
    /** A `DeliveryEvent`. */
    event: string;
    /** Either a channel or a person. */
    channelId: string | null;
    userId: string | null;
    /** Instead of either: a JSON list of the channels for each of which it is still to be written. */
    channelIds: string | null;
    /** null: a list of many alerts, or a digest. */
    alertId: string | null;
    subject: string;
    distance: number | null;
    /** The alerts, or the text of a digest, as JSON: `Told`. */
    told: string;
    /** A `DeliveryState`. */
    state: string;
    /** The latest attempts, as JSON. */
    attempts: string;
    /** The number of all attempts since it was queued or a person asked for another. */
    attempted: number;
    /** When it is given up. */
    until: number;
    nextAt: number;
    sentAt: number | null;
    createdAt: number;
    /** The addresses of a mail channel to which it is not sent again, as JSON: `Settled`. */
    settled: string;
  };
}
