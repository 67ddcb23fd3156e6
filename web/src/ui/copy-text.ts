/** The clipboard API is missing on plain http hosts; the old command still works there. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Inside an open dialog, focus may not leave it.
  (focused?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

const plain = async (text: Promise<string>) => new Blob([await text], { type: 'text/plain' });

/**
 * Whether the text is on the clipboard now. One that is still on its way is promised to the clipboard at once:
 * some browsers would no longer know of the click that allowed it. Throws what the text throws.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain(text) })]);
    return true;
  } catch {
    return copyByCommand(await text);
  }
}
