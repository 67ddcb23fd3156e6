/** The clipboard API is missing on plain http; the deprecated command still works there. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Inside an open dialog, because the focus must not leave it.
  (focused?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

const blobOf = async (text: string | Promise<string>, type: string) => new Blob([await text], { type });

/**
 * Copies a text and, where given, the same as HTML for programs that take it; returns whether it worked. Hands a promise to
 * the clipboard at once, as some browsers forget the user's click while it is pending. Rejects if the promise rejects.
 */
export async function copyText(text: string | Promise<string>, html?: string): Promise<boolean> {
  try {
    if (typeof text === 'string' && html === undefined) await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/plain': blobOf(text, 'text/plain'),
          ...(html !== undefined && { 'text/html': blobOf(html, 'text/html') }),
        }),
      ]);
    return true;
  } catch {
    return copyByCommand(await text);
  }
}
