/** The log of secrets that left the server, and lists of secrets to change. */
export interface SecretTables {
  /** A secret, or an answer with secrets, that left the server. */
  secret_views: {
    ownerId: string;
    id: string;
    at: number;
    actorId: string | null;
    actorName: string | null;
    actorEmail: string | null;
    tokenId: string | null;
    tokenName: string | null;
    area: string;
    /** null: several records. */
    recordId: string | null;
    recordName: string | null;
    field: string | null;
    via: string;
    count: number;
    pieces: string;
    reason: string | null;
  };
  secret_pieces: { ownerId: string; hash: string; area: string; content: string };
  /** The records in a piece, as its content says. */
  secret_piece_records: { ownerId: string; recordId: string; hash: string };
  /** The pieces of a view, as it says. */
  secret_view_pieces: { ownerId: string; hash: string; viewId: string };
  secret_piece_views: { ownerId: string; actorId: string; hash: string; lastAt: number };
  work_lists: {
    ownerId: string;
    id: string;
    origin: string;
    subjectId: string | null;
    name: string;
    createdBy: string | null;
    createdAt: number;
  };
  work_items: {
    ownerId: string;
    listId: string;
    area: string;
    recordId: string;
    field: string;
    recordName: string;
    since: number;
    state: string;
    reason: string | null;
    changedBy: string | null;
    changedAt: number;
  };
}
