let region: HTMLElement | null = null;

/** Announces a text to screen readers without moving the focus. */
export function announce(text: string): void {
  if (region === null) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.className = 'sr-only';
    document.body.append(region);
  }
  region.textContent = text;
}
