import { messageOf } from '../../api/error.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';

/** There is nothing to copy; not an error. */
export class Absent extends Error {}

/** Copies a text and shows a toast, without the text. */
export async function copy(what: string, text: string | Promise<string>): Promise<void> {
  try {
    const copied = await copyText(text);
    toast(copied ? { title: `${what} copied` } : { title: `${what} could not be copied`, type: 'error' });
  } catch (error) {
    if (error instanceof Absent) toast({ title: error.message, type: 'info' });
    else toast({ title: `${what}: ${messageOf(error, 'An error occurred')}`, type: 'error' });
  }
}
