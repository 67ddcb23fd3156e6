const units: readonly [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** 'in 5 minutes', to the largest unit; 'now' for what is due. Times in milliseconds. */
export function timeUntil(time: number, now: number): string {
  const seconds = Math.ceil((time - now) / 1000);
  if (seconds <= 0) return 'now';
  const [name, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return `in ${count} ${name}${count === 1 ? '' : 's'}`;
}
