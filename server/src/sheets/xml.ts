import sax, { type Tag } from 'sax';

/** What to do at the parts of a document; names are without their prefix. */
export interface Visitor {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** A part of a text; one text may come in several. */
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** No document of a workbook has more; the parser keeps what is open in memory. */
const deepest = 50;
const attributesAtMost = 100;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Walks through an XML document while it is read, in memory that does not grow with it. Throws at what is not XML. */
export async function walkXml(pieces: AsyncIterable<Buffer>, { open, text, close }: Visitor): Promise<void> {
  // Only with positions does sax bound its buffers: it passes on a text in parts, and refuses longer names and attributes.
  const parser = sax.parser(true, { position: true });
  let depth = 0;
  let attributes = 0;
  parser.onattribute = () => {
    if ((attributes += 1) > attributesAtMost) throw new Error('Too many attributes');
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    if ((depth += 1) > deepest) throw new Error('Nested too deeply');
    open?.(local(tag.name), (tag as Tag).attributes);
  };
  parser.ontext = (part) => text?.(part);
  parser.oncdata = (part) => text?.(part);
  parser.onclosetag = (name) => {
    depth -= 1;
    close?.(local(name));
  };
  parser.onerror = (error) => {
    throw error;
  };
  const decoder = new TextDecoder();
  for await (const piece of pieces) parser.write(decoder.decode(piece, { stream: true }));
  parser.write(decoder.decode()).close();
}
