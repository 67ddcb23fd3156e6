import { create } from 'zustand';

const minuteMs = 60_000;

const useMinute = create(() => Date.now());
setInterval(() => useMinute.setState(Date.now(), true), minuteMs);

/** A value derived from the current time, updated every minute; re-renders only when it changes. */
export const useTime = <T extends string | number>(read: (now: number) => T): T =>
  useMinute(() => read(Date.now()));
