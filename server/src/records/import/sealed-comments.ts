import { holdsSecret, moveComment, noteWith } from '@quartermaster/contract/rules/secret-comments';
import { isBlank } from './cells.ts';
import type { CellRows } from './levels.ts';
import type { CellNote } from './preview.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a note has this text already, on lines of its own: the same file may be imported again. */
const hasLines = (note: string, text: string): boolean => `\n${note}\n`.includes(`\n${text}\n`);

/** Fields with a comment that holds a secret in the secure note; `stored` is the note that the record has. */
export function withSealedComment(fields: Fields, stored: string | null): Record<string, unknown> {
  const { comment, ...rest } = fields;
  if (typeof comment !== 'string' || !holdsSecret(comment)) return { ...fields };
  const text = comment.trim();
  const note = rest['secureNote'] === undefined ? stored : (rest['secureNote'] as string | null);
  if (note !== null && hasLines(note, text)) return { ...rest, comment: null };
  // The rule of the note refuses the row where it grows too long: the comment is never stored in the clear.
  return { ...rest, comment: null, secureNote: noteWith(note, text) };
}

/** Says at the comment of a row that it holds a secret. */
export function secretComments({ columns, options }: CellRows, cells: readonly string[]): CellNote[] {
  return columns.flatMap(({ header, target }, at): CellNote[] => {
    const text = cells[at] ?? '';
    if (target?.path !== 'comment' || isBlank(target, text) || !holdsSecret(text)) return [];
    const message = options.secretComments === 'seal' ? 'Goes to the secure note' : moveComment;
    return [{ column: header, kind: 'password', message }];
  });
}
