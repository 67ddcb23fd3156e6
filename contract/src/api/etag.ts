/**
 * The version of a record: the `ETag` of an answer with the record, and the `If-Match` of a PUT or DELETE. Derived from
 * the record's own fields, so that the rows of a list have it too.
 */
export const etagOf = ({ updatedAt }: { updatedAt: string }): string => `"${updatedAt}"`;
