import { client } from '@quartermaster/contract/api/client';
import { expirationKinds, expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { joinTags } from '@quartermaster/contract/rules/tags';
import { useState } from 'react';
import { queryClient, queryKey } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { AnyTagsFilter } from '../../list/facets/any-tags-filter.tsx';
import { WordsFilter } from '../../list/facets/words-filter.tsx';
import { ShownOnce } from '../../records/shown-once.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { InputField } from '../../ui/input-field.tsx';

interface Values {
  name: string;
  what: string | undefined;
  tagsAny: readonly string[];
  registratorAccountId: string | undefined;
}

const blank: Values = { name: '', what: undefined, tagsAny: [], registratorAccountId: undefined };
const whatOptions = expirationKinds.map((key) => ({ key, words: expirationLabels[key] }));
/** Registrars are asked of the domains, since nothing else has one. */
const everyDomain = { query: {}, asked: '' };

/** Asks what a calendar shows, then shows its address, once. */
export function NewCalendarDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string>();
  const { values, set, errorOf, field, ...form } = useActionForm(
    blank,
    async ({ tagsAny, ...rest }) => {
      const body = { ...rest, tagsAny: joinTags(tagsAny) };
      setUrl((await request(client.calendars.create, { body })).url);
      await queryClient.invalidateQueries({ queryKey: queryKey(client.calendars.list) });
    },
    'Failed to create the calendar',
  );
  if (url !== undefined)
    return (
      <ShownOnce title={`Calendar ${values.name}`} what="Address" value={url} isMono onClose={onClose}>
        Copy the address now: it is shown only this once. Subscribe to it in your calendar program. Whoever
        has it sees these dates.
      </ShownOnce>
    );
  const { what, tagsAny, registratorAccountId } = values;
  return (
    <ActionDialog
      title="New calendar"
      submitLabel="Create calendar"
      busyLabel="Creating..."
      {...form}
      onClose={onClose}
    >
      <InputField
        label="Name"
        required
        hint="As calendar programs will call it."
        {...field('name')}
        autoComplete="off"
        autoFocus
      />
      <Field
        label="Shows"
        isGroup
        error={errorOf('what') ?? errorOf('tagsAny') ?? errorOf('registratorAccountId')}
        hint={
          tagsAny.length > 0
            ? `Tags: ${tagsAny.join(', ')}`
            : 'Everything that has a date, unless you limit it.'
        }
      >
        {({ id: _, 'aria-required': __, 'aria-invalid': ___, ...aria }) => (
          <div {...aria} role="group" className="flex flex-wrap gap-2">
            <WordsFilter
              label="What"
              options={whatOptions}
              value={what}
              onChange={(words) => set({ what: words })}
            />
            <AnyFilter
              page={{
                entity: client.domains,
                state: {
                  ...everyDomain,
                  filters: registratorAccountId === undefined ? {} : { registratorAccountId },
                  setFilter: (name, value) => set({ [name]: value }),
                },
              }}
              name="registratorAccountId"
              label="Registrar"
              words={({ label, detail }) => (detail === null ? label : `${label} · ${detail}`)}
            />
            <AnyTagsFilter
              state={{ tags: [], tagsAny, setTags: (filter) => set({ tagsAny: filter.tagsAny }) }}
            />
          </div>
        )}
      </Field>
    </ActionDialog>
  );
}
