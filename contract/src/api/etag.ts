/**
 * The version of a record: the `ETag` of an answer, and the `If-Match` of a PUT or DELETE. It derives from the record's
 * own fields, so rows of a list have it too.
 */
export const etagOf = ({ updatedAt }: { updatedAt: string }): string => `"${updatedAt}"`;
