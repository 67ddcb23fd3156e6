import type { Area } from '@quartermaster/contract/api/areas';
import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { flagWord } from '@quartermaster/contract/rules/cells';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { entities } from '../../records/entities.ts';
import { fetchPage } from '../../records/list-query.ts';
import { referredArea } from '../../records/references.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PickRecordDialog, type PickRecordDialogProps } from './pick-record-dialog.tsx';
import { RecordById } from './record-by-id.tsx';
import type { OptionChanges } from './use-import.ts';

type Need = Import['needs'][number];
type Values = NonNullable<OptionChanges['values']>;

interface GivenValuesProps {
  shown: Import;
  onChange: (options: OptionChanges) => void;
}

const areaOf = (target: string): Area | undefined => referredArea[target.split('.').at(-1) ?? ''];

/** What rows lack and can be given once for all of them, and what was given so. */
export function GivenValues({ shown, onChange }: GivenValuesProps) {
  const { needs, options } = shown;
  const given = Object.entries(options.values);
  const set = (values: Values) => onChange({ values });
  if (needs.length === 0 && given.length === 0) return null;
  return (
    <Panel title="For all rows">
      <ul className="divide-y divide-line">
        {given.map(([target, value]) => {
          const label = shown.targets.find((each) => each.target === target)?.label ?? target;
          return (
            <li key={target} className="flex items-start gap-2 px-4 py-2.5 text-sm">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{label}</p>
                <p className="wrap-anywhere text-ink-2">
                  <Given target={target} value={value} />
                </p>
              </div>
              <IconButton label={`Clear: ${label}`} icon={X} onClick={() => set({ [target]: '' })} />
            </li>
          );
        })}
        {needs.map((need) => (
          <li key={need.target} className="px-4 py-3">
            <Needed need={need} onGiven={set} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Given({ target, value }: { target: string; value: Import['options']['values'][string] }) {
  const area = areaOf(target);
  if (value === null) return '••••••••';
  if (typeof value === 'boolean') return flagWord(target, value);
  return area && typeof value === 'string' && isUuid(value) ? <RecordById area={area} id={value} /> : value;
}

function Needed({ need, onGiven }: { need: Need; onGiven: (values: Values) => void }) {
  const { target, label, secret, rows, googleLogin } = need;
  const [value, setValue] = useState('');
  const area = areaOf(target);
  const lacking = `${formatNumber(rows)} ${rows === 1 ? 'row lacks' : 'rows lack'} it`;
  if (area)
    return (
      <div className="grid justify-items-start gap-1.5">
        <p className="text-sm font-medium">{label}</p>
        <PickForAll area={area} title={`${label} for all rows`} onDone={(id) => onGiven({ [target]: id })} />
        <p className="text-xs text-ink-2">{lacking}</p>
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== '') onGiven({ [target]: value });
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label={label} hint={lacking}>
        {(aria) => (
          <div className="flex gap-2">
            <Input
              {...aria}
              type={secret ? 'password' : 'text'}
              autoComplete={secret ? 'new-password' : 'off'}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
            <Button type="submit" disabled={value === ''} className="max-md:h-10">
              Set for all
            </Button>
          </div>
        )}
      </Field>
      {googleLogin && (
        <Button
          className="justify-self-start"
          onClick={() => onGiven({ [target.replace(/password$/, 'isGoogleLogin')]: true })}
        >
          Google login instead
        </Button>
      )}
    </form>
  );
}

/** Asks for a record, unless there is but one. */
function PickForAll({ area, title, onDone }: Omit<PickRecordDialogProps, 'onClose'>) {
  const [isPicking, setPicking] = useState(false);
  const pick = useMutation({
    mutationFn: () => fetchPage(entities[area].entity, {}, 1, 2),
    onSuccess: ({ rows: [first, ...others] }) =>
      first && others.length === 0 ? onDone(first.id) : setPicking(true),
    onError: () => setPicking(true),
  });
  return (
    <>
      <Button busy={pick.isPending} onClick={() => pick.mutate()}>
        Set for all
      </Button>
      {isPicking && (
        <PickRecordDialog area={area} title={title} onDone={onDone} onClose={() => setPicking(false)} />
      )}
    </>
  );
}
