import { flagWord } from '@quartermaster/contract/rules/cells';
import { inSentence } from '@quartermaster/contract/rules/field-label';
import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { isSet } from '@quartermaster/contract/rules/secrets';
import type { ReactNode } from 'react';
import type { Identified } from '../records/entity.ts';
import { recordName } from '../records/record-name.tsx';
import { referredArea } from '../records/references.ts';
import { ExternalLink } from '../ui/external-link.tsx';
import { formatDateTime } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { Subject } from './details.ts';
import { Copied, Fact, Section } from './fact.tsx';
import { Reference } from './reference.tsx';
import { SecretLine } from './secret-line.tsx';

const mono = new Set(['ip', 'port', 'sshPort']);

/** The fields to show with their labels. The head has the tags; details show what has fields of its own. */
const fieldsOf = ({ entity, details }: Subject): [name: string, label: string][] =>
  Object.entries(entity.fieldLabels).filter(
    ([name]) => name !== 'tags' && !name.includes('.') && details.fields?.[name] !== null,
  );

/** Every field of a record as text. */
export const Facts = ({ subject }: { subject: Subject }) => (
  <Section title="Details">
    <dl className="divide-y divide-line">
      {fieldsOf(subject).map(([name, label]) =>
        name === 'apiCredentials' ? (
          <Credentials key={name} subject={subject} label={label} />
        ) : (
          <Fact key={name} label={label}>
            <Value subject={subject} name={name} what={inSentence(label)} />
          </Fact>
        ),
      )}
      <Fact label="Created">
        <Time value={subject.record.createdAt} />
      </Fact>
      <Fact label="Updated">
        <Time value={subject.record.updatedAt} />
      </Fact>
    </dl>
  </Section>
);

const Time = ({ value }: { value: string }) => <time dateTime={value}>{formatDateTime(value)}</time>;

interface ValueProps {
  subject: Subject;
  name: string;
  /** The field's name in a sentence. */
  what: string;
}

function Value({ subject, name, what }: ValueProps): ReactNode {
  const { record, details } = subject;
  const special = details.fields?.[name];
  if (special) return special(record as never);
  const value = record[name];
  if (isSet(null, record, name)) return <SecretLine {...subject} path={name} what={what} />;
  const area = referredArea[name];
  if (area) return <Referred area={area} shown={record[name.slice(0, -'Id'.length)]} />;
  return <Plain name={name} what={what} value={value} />;
}

const isIdentified = (value: unknown): value is Identified =>
  typeof value === 'object' && value !== null && 'id' in value;

const Referred = ({ area, shown }: { area: (typeof referredArea)[string]; shown: unknown }) =>
  isIdentified(shown) ? <Reference area={area} record={recordName(area, shown)} /> : '—';

function Plain({ name, what, value }: { name: string; what: string; value: unknown }): ReactNode {
  if (typeof value === 'boolean') return flagWord(name, value);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return '—';
  if (name === 'status') return <StatusBadge status={text} />;
  if (name === 'comment') return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
  return (
    <Copied value={text} what={what}>
      {isWebUrl(text) ? (
        <ExternalLink href={text}>{text}</ExternalLink>
      ) : (
        <span className={mono.has(name) ? 'font-mono text-sm' : undefined}>{text}</span>
      )}
    </Copied>
  );
}

/** Each API credential, under the label that its provider or type gives it. */
function Credentials({ subject, label: all }: { subject: Subject; label: string }) {
  const { record, details } = subject;
  const values = (record['apiCredentials'] ?? {}) as Record<string, string | null>;
  const fields = details.credentials?.(record as never) ?? {};
  const names = Object.keys(values);
  if (names.length === 0) return <Fact label={all}>—</Fact>;
  return names.map((name) => {
    const label = (Object.hasOwn(fields, name) ? fields[name]?.label : undefined) ?? name;
    const path = `apiCredentials.${name}`;
    return (
      <Fact key={path} label={label}>
        {isSet(null, record, path) ? (
          <SecretLine {...subject} path={path} what={label} />
        ) : (
          <Plain name={name} what={label} value={values[name]} />
        )}
      </Fact>
    );
  });
}
