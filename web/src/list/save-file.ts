/** Saves a file through the browser's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });

export const jsonFile = (rows: readonly object[]): Blob =>
  new Blob([JSON.stringify(rows, null, 2)], { type: 'application/json' });
