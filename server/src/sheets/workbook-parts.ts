import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { posix } from 'node:path';
import { SourceError } from './table.ts';
import { walkXml } from './xml.ts';
import type { Parts } from './zip.ts';

type Part = () => AsyncIterable<Buffer>;

/** A sheet with cells; charts and dialogs are sheets without. */
export interface SheetPart {
  name: string;
  read: Part;
}

export interface WorkbookParts {
  /** In their order, the visible ones first. */
  sheets: SheetPart[];
  sharedStrings: Part | undefined;
  styles: Part | undefined;
  /** Days count from January 1, 1904. */
  isFrom1904: boolean;
}

const workbookPath = 'xl/workbook.xml';

/** Parts of other files that are archives, the surest first, and what these are. */
const others: readonly (readonly [RegExp, what: string])[] = [
  [/^xl\/workbook\.bin$/, 'a binary Excel workbook (.xlsb): save it as XLSX or CSV'],
  [/^Index\/Document\.iwa$|^Index\.zip$|^index\.apxl$/, 'a Numbers document: export it as XLSX or CSV'],
  [/^word\/document\.xml$/, 'a Word document, not a table'],
  [/^ppt\/presentation\.xml$/, 'a presentation, not a table'],
  [/^content\.xml$/, 'an OpenDocument sheet: save it as XLSX or CSV'],
];

/** xsd:boolean */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** What a workbook refers to: the paths of its parts by id, and the kind of each. */
async function relationsOf(parts: Parts): Promise<Map<string, { kind: string; read: Part | undefined }>> {
  const relations = new Map<string, { kind: string; read: Part | undefined }>();
  const read = parts.get('xl/_rels/workbook.xml.rels');
  if (read)
    await walkXml(read(), {
      open: (name, { Id, Type = '', Target = '' }) => {
        if (name !== 'Relationship' || Id === undefined) return;
        const path = posix.resolve('/', posix.dirname(workbookPath), Target).slice(1);
        relations.set(Id, { kind: posix.basename(Type), read: parts.get(path) });
      },
    });
  return relations;
}

/** The parts of a workbook: which sheets there are, and where its texts and formats are. */
export async function workbookParts(parts: Parts): Promise<WorkbookParts> {
  const workbook = parts.get(workbookPath);
  if (!workbook) {
    const other = others.find(([path]) => [...parts.keys()].some((each) => path.test(each)));
    throw new SourceError(`This is ${other?.[1] ?? 'a ZIP file, but not an Excel workbook'}`);
  }
  const relations = await relationsOf(parts);
  const sheets: (SheetPart & { isHidden: boolean })[] = [];
  let count = 0;
  let isFrom1904 = false;
  await walkXml(workbook(), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') isFrom1904 = isTrue(attributes['date1904']);
      if (tag !== 'sheet') return;
      const { name = '', state } = attributes;
      if ((count += 1) > serverLimits.importSheets)
        throw new SourceError(`This workbook has more than ${serverLimits.importSheets} sheets`);
      if (name.length > limits.name)
        throw new SourceError(`The name of a sheet has more than ${limits.name} characters`);
      const id = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? '';
      const { kind, read } = relations.get(id) ?? {};
      const isHidden = state === 'hidden' || state === 'veryHidden';
      if (kind === 'worksheet' && read) sheets.push({ name, read, isHidden });
    },
  });
  const ofKind = (wanted: string) => [...relations.values()].find(({ kind }) => kind === wanted)?.read;
  return {
    sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)],
    sharedStrings: ofKind('sharedStrings'),
    styles: ofKind('styles'),
    isFrom1904,
  };
}
