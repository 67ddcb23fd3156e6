/** Labels of fields stand beside the fields, written as at the start of a sentence: 'Email account', 'IP address'. */
type Labels = Readonly<Record<string, string>>;

/** 'apiToken' becomes 'Api token': for names that no label stands for, like those of credentials. */
const fromName = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of the field at a path, in which elements of a list are numbers: 'SSH key' for `users.0.sshKey`. */
export function fieldLabel(labels: Labels, path: string): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  return labels[names.join('.')] ?? fromName(names.at(-1) ?? '');
}

const isName = (word: string): boolean => /^[A-Z][a-z]/.test(word);

/** A label within a sentence: 'email account'. Abbreviations and proper names stay: 'IP address', 'Google Login'. */
export function inSentence(label: string): string {
  const [first = '', ...rest] = label.split(' ');
  return !isName(first) || rest.some(isName) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** A label as headings and most forms write it: 'Email Account'. */
export const inTitle = (label: string): string =>
  label.replaceAll(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase());
