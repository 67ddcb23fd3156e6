import operating from '../../../../docs/operating.md?raw';
import promises from '../../../../docs/promises.md?raw';
import upgrading from '../../../../docs/upgrading.md?raw';

/** The documents that ship with the server, by the name of their file. */
export const documents = {
  operating: { title: 'Operating', text: operating },
  upgrading: { title: 'Upgrading', text: upgrading },
  promises: { title: 'Promises', text: promises },
} as const;

export type DocumentName = keyof typeof documents;

export const isDocument = (name: string): name is DocumentName => Object.hasOwn(documents, name);

/** Where a link of a document leads in the app; null if its target does not ship with the app. */
export function targetOf(href: string): { name: DocumentName | null; hash: string } | 'outside' | null {
  if (/^https?:\/\//.test(href)) return 'outside';
  const [path = '', hash = ''] = href.split('#');
  const name = path.replace(/\.md$/, '');
  if (path === '') return { name: null, hash };
  return isDocument(name) && path.endsWith('.md') ? { name, hash } : null;
}
