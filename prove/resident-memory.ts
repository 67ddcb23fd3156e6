import { readFileSync, readdirSync } from 'node:fs';

/** A field of a process as Linux tells it; empty after its end. */
function statusOf(pid: string, field: string): string {
  try {
    return (
      new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
    );
  } catch {
    return '';
  }
}

/** The resident memory of a process and of those that it has started, in MiB. */
export function residentMemory(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((each) => [each, statusOf(each, 'PPid')]),
  );
  const isWithin = (each: string): boolean =>
    each === String(pid) || ((parents.get(each) ?? '') !== '' && isWithin(parents.get(each) ?? ''));
  return [...parents.keys()]
    .filter(isWithin)
    .reduce((sum, each) => sum + Number(statusOf(each, 'VmRSS')) / 1024, 0);
}
