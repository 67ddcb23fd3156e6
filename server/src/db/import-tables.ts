/** Staged imports: files that were read, and what applying them would do. */
export interface ImportTables {
  imports: {
    ownerId: string;
    id: string;
    userId: string;
    /** The API token that began it; null: a session. */
    tokenId: string | null;
    /** An `ImportState`. */
    state: string;
    /** Grows with each write, so that of two at once one fails. */
    revision: number;
    /** What becomes of each row, a letter each. */
    kinds: string;
    /** The key with which it was applied. */
    applyKey: string | null;
    batchId: string | null;
    createdAt: number;
    expiresAt: number;
    /** Everything else, as JSON. */
    sealed: string;
  };
  /** Parts of a staged import: its file, the cells of its rows, the plan of its rows. */
  import_pieces: { ownerId: string; importId: string; part: string; at: number; sealed: string };
  /** What a person made of the columns of files with these headers. */
  import_mappings: {
    ownerId: string;
    userId: string;
    area: string;
    /** A keyed hash of the headers; a plain one in rows of earlier versions. */
    headers: string;
    /** What each column becomes, by position. */
    mapping: string;
    usedAt: number;
  };
  /** The records that a person picked for names that no record has. */
  import_picks: {
    ownerId: string;
    userId: string;
    /** The area of the record. */
    area: string;
    /** A keyed hash of the name. */
    text: string;
    recordId: string;
    usedAt: number;
  };
}
