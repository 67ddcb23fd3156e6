import { client } from '@quartermaster/contract/api/client';
import { parseTag, tagError } from '@quartermaster/contract/rules/tags';
import { X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../api/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SuggestedInput } from '../ui/suggested-input.tsx';
import type { ScopeDraft } from './scope-draft.ts';
import { ScopeReach } from './scope-reach.tsx';

interface ScopeFieldProps {
  scope: ScopeDraft;
  onChange: (scope: ScopeDraft) => void;
  error: string | undefined;
}

/** The tags that limit which records a member or a token sees. */
export function ScopeField({ scope: { tags, text }, onChange, error }: ScopeFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  const { data } = useQuery(routeQuery(client.tags.list));
  const known = (data?.tags ?? [])
    .map(({ type, value }) => `${type}:${value}`)
    .filter((name) => !tags.some(({ type, value }) => name === `${type}:${value}`));

  function add(typed: string) {
    const tag = parseTag(typed);
    const problem = tagError(tag, tags);
    setFault(problem);
    onChange(problem === null ? { tags: [...tags, tag], text: '' } : { tags, text: typed });
  }

  return (
    <Field
      label="Scope"
      hint={
        text.trim() !== ''
          ? 'Enter adds the tag.'
          : tags.length === 0
            ? 'Sees every record. Name tags to limit that to records with at least one of them.'
            : 'Sees only records with at least one of these tags.'
      }
      error={error ?? fault ?? undefined}
    >
      {(aria) => (
        <div className="grid gap-2">
          {tags.length > 0 && (
            <ul className="flex flex-wrap gap-1.5" aria-label="Tags of the scope">
              {tags.map((tag) => {
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
                      onClick={() => onChange({ tags: tags.filter((each) => each !== tag), text })}
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
              setFault(null);
              onChange({ tags, text: typed });
            }}
            onChoose={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text.trim() === '') return;
              event.preventDefault();
              add(text);
            }}
          />
          <ScopeReach scope={tags} />
        </div>
      )}
    </Field>
  );
}
