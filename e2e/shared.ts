/** A child process or its pipe; what Node's types leave out. */
interface Handle {
  ref?: () => void;
  unref?: () => void;
}
const activeHandles = () => (process as unknown as { _getActiveHandles: () => Handle[] })._getActiveHandles();

/**
 * Something that is started once for all test files of a process, and stopped when the process has nothing left to do. It
 * keeps the process running only while a file uses it.
 */
export function shared<T>(start: () => Promise<T>, stop: (started: T) => Promise<unknown>) {
  let first: Promise<T> | undefined;
  let handles: Handle[] = [];
  const hold = () => handles.forEach((handle) => handle.ref?.());
  const started = async () => {
    const before = new Set(activeHandles());
    const value = await start();
    handles = activeHandles().filter((handle) => !before.has(handle));
    process.once('beforeExit', () => {
      hold();
      void stop(value);
    });
    return value;
  };
  return {
    use: async (): Promise<T> => {
      hold();
      return (first ??= started());
    },
    release: () => handles.forEach((handle) => handle.unref?.()),
  };
}
