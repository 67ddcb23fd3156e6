import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import { factText } from './fact-words.ts';

/** What a fact was, and what it is. */
export const BeforeAfter = ({ before, after }: Pick<FactChange, 'before' | 'after'>) => (
  <>
    <del className="text-ink-2 no-underline">{factText(before)}</del> <span aria-hidden>→</span>{' '}
    <ins className="font-medium no-underline">{factText(after)}</ins>
  </>
);
