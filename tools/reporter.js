// A reporter for node:test that writes one line of JSON per test file, {passed, failed, skipped, failures}, which
// tools/test.js prints and sums up.
import { relative } from 'node:path';

export default async function* report(events) {
  const names = [];
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names[data.nesting] = data.name;
    }
    const outcome = outcomeOf(type, data);
    if (!outcome) continue;
    result[outcome] += 1;
    if (outcome === 'failed') result.failures.push(failure(names.slice(0, data.nesting), data));
  }
  yield `${JSON.stringify(result)}\n`;
}

/** A suite fails when one of its tests fails; it counts only if the failure is its own. */
function outcomeOf(type, data) {
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  if (data.skip !== undefined || data.todo !== undefined) return 'skipped';
  if (type === 'test:pass') return data.details.type === 'suite' ? undefined : 'passed';
  return data.details.error?.failureType === 'subtestsFailed' ? undefined : 'failed';
}

function failure(parents, { name, file, line, details }) {
  const where = file ? ` (${relative(process.cwd(), file)}:${line})` : '';
  return `${[...parents, name].join(' › ')}${where}\n${describe(details.error)}`;
}

/** The error with the four nearest stack frames from our own code. */
function describe(error) {
  const cause = error?.cause ?? error;
  if (typeof cause?.stack !== 'string') return String(cause?.message ?? cause);
  const frames = /\n {4}at [^]*$/.exec(cause.stack)?.[0] ?? '';
  const ours = frames.split('\n').filter((frame) => frame && !/node:|node_modules/.test(frame));
  return [cause.stack.slice(0, cause.stack.length - frames.length), ...ours.slice(0, 4)].join('\n');
}
