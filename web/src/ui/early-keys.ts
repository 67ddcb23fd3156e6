/** How long typed keys are kept for a field that is being opened; after that they go to the page again. */
const patienceMs = 5000;

let typed: string | undefined = '';
let until = 0;
let escape: (() => void) | undefined;

/** Keeps what is typed from the page until the field that is being opened takes it. */
export function expectTyping(onEscape?: () => void): void {
  typed = '';
  until = performance.now() + patienceMs;
  escape = onEscape;
}

/** What was typed since, once; undefined after Escape. */
export function takeTyped(): string | undefined {
  until = 0;
  const taken = typed;
  typed = '';
  return taken;
}

document.addEventListener(
  'keydown',
  (event) => {
    const { key } = event;
    if (event.timeStamp > until || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      typed = undefined;
      escape?.();
    } else if (key === 'Backspace') typed = typed?.slice(0, -1);
    else if (key.length === 1 && typed !== undefined) typed += key;
  },
  true,
);
