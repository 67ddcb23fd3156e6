/**
 * The version of a record: the `ETag` of every answer that carries one, and what `If-Match` of a PUT or a
 * DELETE takes. Made of what the record shows, so that a row of a list has it too.
 */
export const etagOf = ({ updatedAt }: { updatedAt: string }): string => `"${updatedAt}"`;
