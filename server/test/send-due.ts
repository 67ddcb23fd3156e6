import { jobs } from '../src/app.ts';
import { sendKind } from '../src/deliveries/queue.ts';
import type { TestApp } from './test-app.ts';

/** Runs the job that sends. */
export async function send({ services }: TestApp): Promise<void> {
  const job = jobs(services).find(({ kind }) => kind === sendKind);
  const { signal } = new AbortController();
  await job?.run({ signal, key: sendKind, failures: 0, progress: null, save: () => Promise.resolve() });
}
