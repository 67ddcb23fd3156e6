import { type Area, areas } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { RecordName } from '@quartermaster/contract/api/relations';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { limits } from '@quartermaster/contract/rules/limits';
import { parseTag } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useReferenceOptions } from '../../form/use-reference-options.ts';
import { entities } from '../../records/entities.ts';
import { type Identified, capital } from '../../records/entity.ts';
import { recordName } from '../../records/record-name.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Field, type FieldAria } from '../../ui/field.tsx';
import { type PickerOption, matches as matchesTyped } from '../../ui/picker-list.tsx';
import { Picker } from '../../ui/picker.tsx';
import { SuggestedInput } from '../../ui/suggested-input.tsx';
import { matchesText, useRuleMatches } from './rule-matches.ts';
import { type RuleForm, typedTag } from './use-rule-form.ts';

interface RuleBoundsProps {
  rule: AlertRule | undefined;
  form: RuleForm;
}

const kinds = areas.map((area) => ({ value: area, label: entities[area].title }));

/** For which records a rule holds. */
export function RuleBounds({ rule, form: { values, set, errorOf } }: RuleBoundsProps) {
  const { data } = useQuery(routeQuery(client.tags.list));
  const tags = useMemo(() => (data?.tags ?? []).map(typedTag), [data]);
  const tag = values.tag.trim() === '' ? null : parseTag(values.tag);
  const area = areas.find((each) => each === values.area);
  // Enter after a part of a tag takes the first that fits, and saves no rule for the part.
  const takeFirst = (event: KeyboardEvent) => {
    const first = tags.find((label) => matchesTyped({ id: label, label }, values.tag));
    if (event.key !== 'Enter' || values.tag.trim() === '' || tags.includes(values.tag) || !first) return;
    event.preventDefault();
    set({ tag: first });
  };
  const isDeleted = area === undefined && values.recordId !== '';
  const bounds = { tag, area: area ?? null, recordId: values.recordId || null, record: !isDeleted };
  const [matches] = useRuleMatches([bounds]);
  return (
    <>
      <Field label="Tag" error={errorOf('tag')} hint="type:value, such as client:acme. Empty: any.">
        {(aria) => (
          <SuggestedInput
            {...aria}
            options={tags}
            maxLength={limits.tagText}
            value={values.tag}
            onChange={(tag) => set({ tag })}
            onKeyDown={takeFirst}
          />
        )}
      </Field>
      <ChoiceField
        label="Kind of record"
        error={errorOf('area') ?? (area === undefined ? errorOf('recordId') : undefined)}
        hint={isDeleted && 'The record that this rule was made for is deleted.'}
        value={values.area}
        emptyLabel="Any"
        options={kinds}
        onChange={(chosen) => {
          if (chosen !== values.area) set({ area: chosen, recordId: '' });
        }}
      />
      {area !== undefined && (
        <Field label={capital(entities[area].entity.one)} error={errorOf('recordId')}>
          {(aria) => (
            <RecordField
              key={area}
              aria={aria}
              area={area}
              known={rule?.record ?? null}
              value={values.recordId}
              onChange={(recordId) => set({ recordId })}
            />
          )}
        </Field>
      )}
      {/* Always there, so that its text is read out when it changes. */}
      <p aria-live="polite" className={clsx('text-sm', matches?.length === 0 ? 'text-warn' : 'text-ink-2')}>
        {matches && `This rule ${matchesText(matches)}.`}
      </p>
    </>
  );
}

interface RecordFieldProps {
  aria: FieldAria;
  area: Area;
  /** The record that the rule is for by now. */
  known: AlertRule['record'];
  value: string;
  onChange: (id: string) => void;
}

/** A domain's name is enough: its detail is its status. */
const optionOf = (area: Area, { id, name, detail }: RecordName): PickerOption => ({
  id,
  label: shownName(area, name),
  hint: area === 'domains' || detail === null ? undefined : detail,
});
const any: PickerOption = { id: '', label: 'Any' };

/** One record of a kind, or any. */
function RecordField({ aria, area, known, value, onChange }: RecordFieldProps) {
  const { entity } = entities[area];
  const toOption = useCallback((row: Identified) => optionOf(area, recordName(area, row)), [area]);
  const { options = [], onSearch } = useReferenceOptions(entity, toOption);
  const [picked, setPicked] = useState(() => (known ? optionOf(known.area, known) : undefined));
  const deleted: PickerOption = { id: value, label: 'A deleted record' };
  const chosen = [any, picked, ...options, deleted].find((option) => option?.id === value);
  const all = useMemo(() => [any, ...options], [options]);
  return (
    <Picker
      {...aria}
      noun={entity.one}
      options={all}
      chosen={chosen}
      onChoose={(option) => {
        setPicked(option);
        onChange(option?.id ?? '');
      }}
      onSearch={onSearch}
    />
  );
}
