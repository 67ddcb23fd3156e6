let isDown = false;
const set = (down: boolean) => () => {
  isDown = down;
};
document.addEventListener('pointerdown', set(true), true);
document.addEventListener('pointerup', set(false), true);
document.addEventListener('pointercancel', set(false), true);

const longest = 1000;

/**
 * Waits while a button is pressed. A message that appears meanwhile, since the press took the focus from a
 * field, would push away what is pressed, and the click would be lost.
 */
export const pointerUp = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isDown) return resolve();
    // The click itself comes right after.
    document.addEventListener('pointerup', () => setTimeout(resolve), { once: true, capture: true });
    // It may come up outside the window.
    setTimeout(resolve, longest);
  });
