/** Controls and characters that are invisible or reorder text: with them, different names look alike. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/u;
const joiner = /[\u200c\u200d]/;

/** Of one line. Emoji and some scripts need joiners. */
export const isVisible = (value: string): boolean => !hidden.test(value);
export const isVisibleText = (lines: string): boolean => isVisible(lines.replaceAll(/[\t\n\r]/g, ''));
export const hasJoiner = (value: string): boolean => joiner.test(value);
