let isDown = false;
const set = (down: boolean) => () => {
  isDown = down;
};
document.addEventListener('pointerdown', set(true), true);
document.addEventListener('pointerup', set(false), true);
document.addEventListener('pointercancel', set(false), true);

const longest = 1000;

/**
 * Waits until the pointer is released. A press that blurs a field can make a message appear, which would
 * move the pressed button away and lose the click.
 */
export const pointerUp = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isDown) return resolve();
    // The click event comes right after.
    document.addEventListener('pointerup', () => setTimeout(resolve), { once: true, capture: true });
    // The pointer may be released outside the window.
    setTimeout(resolve, longest);
  });
