/** Characters that are invisible or reorder text, with which different names could look alike. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/u;
const joiner = /[\u200c\u200d]/;
/** Characters that programs may leave out when they show a text: joiners, fillers, variation selectors, tags. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
/** What emoji are composed with: a variation selector, then a joiner; the selector also makes keycaps. */
const emojiParts = /([\p{Extended_Pictographic}\p{Emoji_Modifier}])\ufe0f?\u200d?|([\d#*])\ufe0f(?=\u20e3)/gu;
const words = /[\p{L}\p{M}\u200c\u200d]+/gu;

/** For a single line. Joiners are allowed: emoji and some scripts need them. */
export const isVisible = (value: string): boolean => !hidden.test(value);
export const isVisibleText = (lines: string): boolean => isVisible(lines.replaceAll(/[\t\n\r]/g, ''));

/** Removes joiners where the word could be part of a host's name (UTS 46, CheckJoiners), as URLs know. */
const withoutJoiners = (value: string): string =>
  value.replaceAll(words, (word) =>
    joiner.test(word) && URL.canParse(`http://${word}`) ? word.replaceAll(/[\u200c\u200d]/g, '') : word,
  );

/** For an address: joiners are allowed where scripts need them, as between letters of Persian. */
export const isVisibleAddress = (address: string): boolean =>
  isVisible(address) && !ignorable.test(withoutJoiners(address));

/** For the name of a person or a workspace, which may contain emoji. */
export const isVisibleName = (name: string): boolean => isVisibleAddress(name.replaceAll(emojiParts, '$1$2'));
