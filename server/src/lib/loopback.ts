/** Whether a host, as in a URL or as a setting, names this machine: `localhost`, a name below it, or a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:[^.]+\.)*localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i.test(host);
