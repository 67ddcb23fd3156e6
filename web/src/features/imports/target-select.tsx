import type { Import, ImportColumn } from '@quartermaster/contract/imports/imports.schema';
import { takesSeveralColumns } from '@quartermaster/contract/imports/shared-targets';
import { defaultTagTypes } from '@quartermaster/contract/rules/tags';
import { limits } from '@quartermaster/contract/rules/limits';
import { type FormEvent, useState } from 'react';
import { entities } from '../../records/entities.ts';
import { InputField } from '../../ui/input-field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Select } from '../../ui/select.tsx';

interface TargetSelectProps {
  shown: Import;
  column: ImportColumn;
  onChange: (target: string | null) => void;
}

const tag = 'tag:';
const credential = 'apiCredentials.';
/** Asks for a name: no target has a blank in it. */
const askTag = 'another tag';
const askCredential = 'another credential';

/** What a column becomes: a field of the record or of one that it refers to, a tag, or nothing. */
export function TargetSelect({ shown, column, onChange }: TargetSelectProps) {
  const [asked, setAsked] = useState<string>();
  const { header, target } = column;
  const { area, columns, targets } = shown;
  const takenBy = (path: string) => {
    const other = columns.find((each) => each.target === path && each.header !== header);
    return other && !takesSeveralColumns(path) ? ` (now ${other.header})` : '';
  };
  const isOwn = ({ label }: { label: string }) => !label.includes(' › ');
  const tagTypes = new Set<string>([...defaultTagTypes]);
  if (target?.startsWith(tag)) tagTypes.add(target.slice(tag.length));
  const hasTags = targets.some((each) => each.target === 'tags');
  const hasCredentials = 'apiCredentials' in entities[area].entity.fieldLabels;
  const fieldChoices = (group: string, some: Import['targets']) =>
    some.map((each) => ({ value: each.target, label: `${each.label}${takenBy(each.target)}`, group }));
  const tagChoices = [
    ...[...tagTypes].map((type) => ({ value: `${tag}${type}`, label: `Tag ${type}`, group: 'Tags' })),
    { value: askTag, label: 'Another tag…', group: 'Tags' },
  ];
  const known = target?.startsWith(credential)
    ? [
        {
          value: target,
          label: `API credential ${target.slice(credential.length)}`,
          group: 'API credentials',
        },
      ]
    : [];
  const choose = (value: string) => {
    if (value !== askTag && value !== askCredential) return onChange(value === '' ? null : value);
    setAsked(value === askTag ? tag : credential);
    return false;
  };
  return (
    <>
      <Select
        aria-label={`${header} becomes`}
        className="min-w-0 flex-1"
        options={[
          ...fieldChoices(`Fields of the ${entities[area].entity.one}`, targets.filter(isOwn)),
          ...fieldChoices(
            'Fields of what it refers to',
            targets.filter((each) => !isOwn(each)),
          ),
          ...(hasTags ? tagChoices : []),
          ...(hasCredentials
            ? [...known, { value: askCredential, label: 'An API credential…', group: 'API credentials' }]
            : []),
        ]}
        emptyLabel="Nothing: not imported"
        value={target ?? ''}
        onChange={choose}
      />
      {asked !== undefined && (
        <NameDialog
          title={asked === tag ? `A tag from ${header}` : `An API credential from ${header}`}
          label={asked === tag ? 'Tag type' : 'Name of the credential'}
          max={asked === tag ? limits.tagType : limits.importPath - credential.length}
          initial={header}
          onDone={(name) => onChange(`${asked}${name}`)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  title: string;
  label: string;
  max: number;
  initial: string;
  onDone: (name: string) => void;
  onClose: () => void;
}

function NameDialog({ title, label, max, initial, onDone, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial.slice(0, max));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(name.trim());
    onClose();
  };
  return (
    <ActionDialog
      title={title}
      submitLabel="Use it"
      submit={submit}
      isDisabled={name.trim() === ''}
      onClose={onClose}
    >
      <InputField label={label} autoComplete="off" maxLength={max} value={name} onChange={setName} />
    </ActionDialog>
  );
}
