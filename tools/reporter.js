// A reporter for node:test that sends what became of each file, {passed, failed, skipped, failures}, from
// tools/test-worker.js, where a file is an outermost suite, to tools/test-process.js.
import { relative } from 'node:path';

export default async function* report(events) {
  const names = [];
  let result = nothing();
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names[data.nesting] = data.name;
    }
    const outcome = outcomeOf(type, data);
    if (outcome) result[outcome] += 1;
    if (outcome === 'failed') result.failures.push(failure(names.slice(1, data.nesting), data));
    if (data.nesting === 0 && (type === 'test:pass' || type === 'test:fail')) {
      process.send(result);
      result = nothing();
    }
  }
}

const nothing = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

/** A suite fails when one of its tests fails; it counts only if the failure is its own. */
function outcomeOf(type, data) {
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  if (data.skip !== undefined || data.todo !== undefined) return 'skipped';
  if (type === 'test:pass') return data.details.type === 'suite' ? undefined : 'passed';
  return data.details.error?.failureType === 'subtestsFailed' ? undefined : 'failed';
}

function failure(parents, { nesting, name, file, line, details }) {
  const what = nesting === 0 ? 'the file itself' : [...parents, name].join(' › ');
  const where = nesting > 0 && file ? ` (${relative(process.cwd(), file)}:${line})` : '';
  return `${what}${where}\n${describe(details.error)}`;
}

/** The error with the four nearest stack frames from our own code. */
function describe(error) {
  const cause = error?.cause ?? error;
  if (typeof cause?.stack !== 'string') return String(cause?.message ?? cause);
  const frames = /\n {4}at [^]*$/.exec(cause.stack)?.[0] ?? '';
  const ours = frames.split('\n').filter((frame) => frame && !/node:|node_modules/.test(frame));
  return [cause.stack.slice(0, cause.stack.length - frames.length), ...ours.slice(0, 4)].join('\n');
}
