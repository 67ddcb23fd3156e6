import { ipEchoUrl, proxyTestUrls } from '@quartermaster/contract/catalog/proxy-test-urls';
import { proxyTestBody } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/rights.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { type Tone, toneClass } from '../../ui/tone.ts';
import { type Connection, type Outcome, useProxyTest } from './use-proxy-test.ts';

const custom = 'custom';
const testUrls = [
  ...proxyTestUrls.map(({ label, url }) => ({ value: url, label })),
  { value: custom, label: 'Custom URL' },
];
const urlRule = proxyTestBody.shape.testUrl;

interface ProxyTestProps {
  /** The values typed so far. */
  connection: Connection;
  /** The id of the stored proxy, if any. */
  id: string | undefined;
  /** Called if a value that the test needs is missing or invalid. */
  onIncomplete: () => void;
}

/** Tests the proxy as typed, before it is saved. */
export function ProxyTest({ id, connection, onIncomplete }: ProxyTestProps) {
  const [chosen, setChosen] = useState<string>(ipEchoUrl);
  const [typed, setTyped] = useState('');
  const [urlError, setUrlError] = useState<string>();
  const isCustom = chosen === custom;
  const test = useProxyTest(connection, isCustom ? typed : chosen, id);

  const checkUrl = () => {
    const rest = urlRule.safeParse(typed).success ? undefined : 'Invalid URL format';
    const error = isCustom ? (typed.trim() === '' ? 'Test URL is required' : rest) : undefined;
    setUrlError(error);
    return error === undefined;
  };
  const mayTest = useMay('write');
  const start = () => {
    if (!checkUrl()) return;
    if (!proxyTestBody.safeParse(connection).success) onIncomplete();
    void test.start();
  };
  if (!mayTest) return null;
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">Test Connection</legend>
      <ChoiceField
        label="Test URL"
        options={testUrls}
        value={chosen}
        onChange={(url) => {
          setChosen(url);
          setUrlError(undefined);
        }}
      />
      {isCustom && (
        <Field label="Custom URL" required error={urlError}>
          {(aria) => (
            <Input
              {...aria}
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              isExact
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setUrlError(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                start();
              }}
            />
          )}
        </Field>
      )}
      <div>
        <div className="flex gap-2">
          <Button icon={Zap} busy={test.isRunning} onClick={start}>
            {test.isRunning ? 'Testing...' : 'Test Connection'}
          </Button>
          {test.isRunning && (
            <Button variant="ghost" onClick={test.stop}>
              Stop
            </Button>
          )}
        </div>
        <div role="status" className="not-empty:mt-3">
          {test.outcome && <Result outcome={test.outcome} />}
        </div>
      </div>
    </fieldset>
  );
}

const tones: Record<Outcome['is'], Tone> = { incomplete: 'warn', failed: 'bad', successful: 'ok' };

const Result = ({ outcome }: { outcome: Outcome }) => (
  <div className={`grid gap-0.5 rounded-md px-3 py-2 text-sm wrap-anywhere ${toneClass[tones[outcome.is]]}`}>
    <ResultText outcome={outcome} />
  </div>
);

function ResultText({ outcome }: { outcome: Outcome }) {
  if (outcome.is === 'incomplete') return 'Please fill in all required fields before testing';
  if (outcome.is === 'failed')
    return (
      <>
        <strong className="font-semibold">Connection failed</strong>
        <span>{outcome.error}</span>
      </>
    );
  return (
    <>
      <strong className="font-semibold">Connection successful!</strong>
      <span>Response time: {formatNumber(outcome.responseTime)} ms</span>
      <span>
        IP: <span className="font-mono text-xs">{outcome.ipAddress}</span>
      </span>
    </>
  );
}
