import { flagWord } from '@quartermaster/contract/rules/cells';
import { inSentence } from '@quartermaster/contract/rules/field-label';
import { isWebUrl } from '@quartermaster/contract/rules/formats';
import { isSet } from '@quartermaster/contract/rules/secrets';
import type { ReactNode } from 'react';
import { counted } from '../records/count-text.ts';
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

/** What one signs in with, in a section of its own. */
const signIn = new Set([
  'loginUrl',
  'username',
  'password',
  'isGoogleLogin',
  'hasApiAccess',
  'apiCredentials',
  'secureNote',
]);

type Field = [name: string, label: string];

/** The fields to show with their labels. The head has the tags; details show what has fields of its own. */
const fieldsOf = ({ entity, details }: Subject): Field[] =>
  Object.entries(entity.fieldLabels).filter(
    ([name]) => name !== 'tags' && !name.includes('.') && details.fields?.[name] !== null,
  );

/** Whether a field has nothing to say: not if the kind shows it in its own way. */
function isEmpty({ record, details }: Subject, name: string): boolean {
  const value = record[name];
  if (details.fields?.[name] || isSet(null, record, name)) return false;
  if (name === 'apiCredentials') return Object.keys(value ?? {}).length === 0;
  return value === null || value === undefined || value === '';
}

/** What one signs in with; nothing without any. */
export function CredentialFacts({ subject }: { subject: Subject }) {
  const fields = fieldsOf(subject).filter(([name]) => signIn.has(name) && !isEmpty(subject, name));
  if (fields.length === 0) return null;
  return (
    <Section title="Credentials">
      <dl className="divide-y divide-line">
        <Lines subject={subject} fields={fields} />
      </dl>
    </Section>
  );
}

/** Every other field of a record as text; the empty ones are folded away. */
export function Facts({ subject }: { subject: Subject }) {
  const fields = fieldsOf(subject);
  const empty = fields.filter(([name]) => isEmpty(subject, name));
  return (
    <Section title="Details">
      <dl className="divide-y divide-line">
        <Lines
          subject={subject}
          fields={fields.filter((field) => !signIn.has(field[0]) && !empty.includes(field))}
        />
        <Fact label="Created">
          <Time value={subject.record.createdAt} />
        </Fact>
        <Fact label="Updated">
          <Time value={subject.record.updatedAt} />
        </Fact>
      </dl>
      {empty.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-10 cursor-pointer content-center px-4 text-sm text-ink-2 hover:text-ink">
            {counted({ one: 'empty field' }, empty.length)}
          </summary>
          <dl className="divide-y divide-line border-t border-line">
            {empty.map(([name, label]) => (
              <Fact key={name} label={label}>
                —
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </Section>
  );
}

const Lines = ({ subject, fields }: { subject: Subject; fields: readonly Field[] }) =>
  fields.map(([name, label]) =>
    name === 'apiCredentials' ? (
      <Credentials key={name} subject={subject} />
    ) : (
      <Fact key={name} label={label}>
        <Value subject={subject} name={name} what={inSentence(label)} />
      </Fact>
    ),
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
function Credentials({ subject }: { subject: Subject }) {
  const { record, details } = subject;
  const values = (record['apiCredentials'] ?? {}) as Record<string, string | null>;
  const fields = details.credentials?.(record as never) ?? {};
  return Object.keys(values).map((name) => {
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
