/** 'A, B, and C'. */
const format = new Intl.ListFormat('en-US');
export const wordList = (words: Iterable<string>): string => format.format(words);
