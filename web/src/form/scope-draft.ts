import type { Tag } from '@quartermaster/contract/rules/tags';
import { ApiError } from '../api/error.ts';

/** A scope while it is edited. */
export interface ScopeDraft {
  tags: readonly Tag[];
  /** Typed, but not yet added. */
  text: string;
}

/** The scope to send. Without its text it might have no tags and let everything be seen, so text refuses the form. */
export function scopeOf({ tags, text }: ScopeDraft): Tag[] {
  const typed = text.trim();
  if (typed === '') return [...tags];
  const scope = `Add or clear “${typed}” first`;
  throw new ApiError(scope, 400, 'VALIDATION_ERROR', { fields: { scope } });
}
