import { client } from '@quartermaster/contract/api/client';
import { type ProxyTestResult, proxyTestBody } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { useEffect, useRef, useState } from 'react';
import { request } from '../../api/request.ts';
import { keptSecret } from '../../records/kept-secrets.ts';
import { reveal } from '../../records/secrets.ts';
import { messageOf } from '../../api/error.ts';

/** Longer than the server's own deadline of 8 s, so that its answer comes first. */
const timeoutMs = 9500;

export interface Connection {
  ip: string;
  port: number;
  type: string;
  username: string;
  password: string;
}

export type Outcome =
  | { is: 'incomplete' }
  | { is: 'failed'; error: string }
  | { is: 'successful'; responseTime: number; ipAddress: string };

interface Run {
  /** The tested values, as text. */
  of: string;
  /** Undefined while it runs. */
  outcome?: Outcome;
}

const failed = (error: string | null): Outcome => ({ is: 'failed', error: error || 'Test failed' });

const outcomeOf = ({ success, error, data }: ProxyTestResult): Outcome =>
  success && data ? { is: 'successful', ...data } : failed(error);

export interface ProxyTesting {
  outcome: Outcome | undefined;
  isRunning: boolean;
  start: () => Promise<void>;
  stop: () => void;
}

/** Tests what is typed now. A result belongs to the tested values, and disappears when they change. */
/** `id` names the stored proxy whose password is used while it is untouched. */
export function useProxyTest(connection: Connection, testUrl: string, id: string | undefined): ProxyTesting {
  const [run, setRun] = useState<Run>();
  const running = useRef<AbortController>(undefined);
  const body = { ...connection, testUrl };
  const of = JSON.stringify(body);
  // Abort the test of other values, or of a closed form: nobody waits for its result.
  useEffect(() => () => running.current?.abort(), [of]);

  const start = async () => {
    const parsed = proxyTestBody.safeParse(body);
    if (!parsed.success) return setRun({ of, outcome: { is: 'incomplete' } });
    const stopped = new AbortController();
    running.current = stopped;
    setRun({ of });
    const outcome = await testProxy(parsed.data, id, stopped.signal);
    if (!stopped.signal.aborted) setRun({ of, outcome });
    return undefined;
  };
  const stop = () => {
    running.current?.abort();
    setRun(undefined);
  };
  const current = run?.of === of ? run : undefined;
  return {
    outcome: current?.outcome,
    isRunning: current !== undefined && current.outcome === undefined,
    start,
    stop,
  };
}

/** A stored password is revealed only when a test needs it. */
async function passwordOf(
  id: string | undefined,
  { password }: Pick<Connection, 'password'>,
): Promise<string> {
  return id !== undefined && password === keptSecret
    ? reveal(client.proxies, id, 'password', 'reveal')
    : password;
}

async function testProxy(
  given: ReturnType<typeof proxyTestBody.parse>,
  id: string | undefined,
  stopped: AbortSignal,
): Promise<Outcome> {
  try {
    const body = { ...given, password: await passwordOf(id, given) };
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
    return outcomeOf(await request(client.proxies.test, { body, signal }));
  } catch (error) {
    return failed(messageOf(error, ''));
  }
}
