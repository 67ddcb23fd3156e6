import { client } from '@quartermaster/contract/api/client';
import { type Tag, parseTag, tagError } from '@quartermaster/contract/rules/tags';
import { X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../api/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SuggestedInput } from '../ui/suggested-input.tsx';
import { ScopeReach } from './scope-reach.tsx';

interface ScopeFieldProps {
  scope: readonly Tag[];
  onChange: (scope: Tag[]) => void;
  error: string | undefined;
}

/** The tags that limit which records a member or a token sees. */
export function ScopeField({ scope, onChange, error }: ScopeFieldProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { data } = useQuery(routeQuery(client.tags.list));
  const known = (data?.tags ?? [])
    .map(({ type, value }) => `${type}:${value}`)
    .filter((name) => !scope.some(({ type, value }) => name === `${type}:${value}`));

  function add() {
    if (text.trim() === '') return;
    const { type, value } = parseTag(text);
    const problem = tagError({ type, value }, scope);
    setFault(problem);
    if (problem !== null) return;
    onChange([...scope, { type, value }]);
    setText('');
  }

  return (
    <Field
      label="Scope"
      hint={
        scope.length === 0
          ? 'Sees every record. Name tags to limit that to records with at least one of them.'
          : 'Sees only records with at least one of these tags.'
      }
      error={fault ?? error}
    >
      {(aria) => (
        <div className="grid gap-2">
          {scope.length > 0 && (
            <ul className="flex flex-wrap gap-1.5" aria-label="Tags of the scope">
              {scope.map((tag) => {
                const name = `${tag.type}:${tag.value}`;
                return (
                  <li
                    key={name}
                    className="flex items-center gap-1 rounded bg-info-soft pl-2 text-xs text-info"
                  >
                    {name}
                    <IconButton
                      label={`Remove ${name}`}
                      icon={X}
                      className="size-6"
                      onClick={() => onChange(scope.filter((each) => each !== tag))}
                    />
                  </li>
                );
              })}
            </ul>
          )}
          <SuggestedInput
            {...aria}
            options={known}
            value={text}
            placeholder="type:value, then Enter"
            onChange={(typed) => {
              setText(typed);
              setFault(null);
            }}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
          <ScopeReach scope={scope} />
        </div>
      )}
    </Field>
  );
}
