import { holdsSecret, moveComment, noteWith } from '@quartermaster/contract/rules/secret-comments';
import { limits } from '@quartermaster/contract/rules/limits';
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
  const secureNote = noteWith(note, text);
  // A note that would grow too long stays, as does the comment.
  return secureNote.length > limits.secureNote ? { ...fields } : { ...rest, comment: null, secureNote };
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
