/** A line of ssh_config: a keyword in lower case, and its arguments. */
export interface Directive {
  keyword: string;
  values: string[];
}

/** Splits arguments as OpenSSH does: by blanks, with quotation marks and backslashes, up to a comment. */
function valuesIn(text: string): string[] {
  const values: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    if (text[at] === '#') break;
    let [value, mark] = ['', ''];
    for (; at < text.length && (mark !== '' || !/\s/.test(text[at] ?? '')); at += 1) {
      const [character = '', next = ''] = [text[at], text[at + 1]];
      const isEscape = character === '\\' && (`"'\\`.includes(next) || (mark === '' && next === ' '));
      if (isEscape && next !== '') {
        value += next;
        at += 1;
      } else if (mark === '' && `"'`.includes(character)) mark = character;
      else if (character === mark) mark = '';
      else value += character;
    }
    values.push(value);
  }
  return values;
}

/** The directives of a text in their order, without comments. */
export const directivesIn = (text: string): Directive[] =>
  text.split(/\r\n?|\n/).flatMap((line) => {
    const [, keyword = '', rest = ''] = /^\s*"?([a-z]\w*)"?(?:\s*=|\s|$)(.*)$/i.exec(line) ?? [];
    return keyword === '' ? [] : [{ keyword: keyword.toLowerCase(), values: valuesIn(rest) }];
  });

/** Whether a name matches a pattern, in which `*` is any text and `?` any character. */
function matchesPattern(name: string, pattern: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[place] === '*') {
      star = place;
      place += 1;
      from = at;
    } else if (pattern[place] === '?' || pattern[place] === name[at]) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      place = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(place));
}

/** Whether a name matches one of some patterns, and none that `!` excludes. */
export const matchesOne = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesPattern(name, pattern)) &&
  !patterns.some((pattern) => pattern.startsWith('!') && matchesPattern(name, pattern.slice(1)));
