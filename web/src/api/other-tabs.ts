/** Reaches the other tabs of this browser, not this one. */
const writes = new BroadcastChannel('writes');

/** Tells the other tabs that something may have been written. */
export const tellOtherTabs = (): void => writes.postMessage(null);

/** Calls this when another tab may have written. */
export const onOtherTabs = (written: () => void): void => {
  writes.onmessage = written;
};
