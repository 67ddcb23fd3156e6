import { errorsBelow } from '../../form/record-body.ts';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Field } from '../../ui/field.tsx';
import { Contested, type ContestedField, yesOrNo } from '../../records/contested.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import { SecretField } from '../../form/secret-field.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { SshKeyField } from './ssh-key-field.tsx';
import { type UserValues, messagesWithoutUser, newUser, withUser, withoutUser } from './user-list.ts';

interface UsersRepeaterProps {
  /** The server's name. */
  server: string;
  value: readonly UserValues[];
  /** `clears` are the paths of messages that no longer apply, `messages` those that hold after that. */
  onChange: (users: UserValues[], clears: string[], messages?: FieldErrors) => void;
  /** Validates the field at a path on blur. */
  onLeave: (path: string) => void;
  /** The messages of the whole form. */
  errors: FieldErrors;
  /** The contested fields of the whole form. */
  contested: RecordForm['contested'];
}

/** How many users are unfolded at first. */
const openAtFirst = 3;

/** The list's own message, about the number of defaults; users keep theirs. */
const ownMessage = 'users.message';

/** A server's SSH users: at least one, exactly one of them the default. */
export function UsersRepeater({ server, value, onChange, onLeave, errors, contested }: UsersRepeaterProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  // Keyed by number: after a removal, an open block or shown secret would become another user's.
  const [removals, setRemovals] = useState(0);
  const ofUsers = Object.values(errorsBelow(errors, 'users'));
  const focusBlock = (index: number) =>
    requestAnimationFrame(() => {
      const block = group.current?.querySelectorAll('section')[index];
      const input = block?.querySelector('input');
      (input?.checkVisibility() ? input : block?.querySelector('button'))?.focus();
    });
  const add = () => {
    onChange([...value, newUser(value.length === 0)], [ownMessage]);
    focusBlock(value.length);
  };
  const remove = (index: number) => {
    onChange(withoutUser(value, index), ['users'], messagesWithoutUser(errors, index));
    setRemovals(removals + 1);
    focusBlock(Math.min(index, value.length - 2));
  };
  return (
    <fieldset ref={group} className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">
        Server Users
        <span aria-hidden className="text-bad">
          {' *'}
        </span>
      </legend>
      {value.map((user, index) => (
        <UserBlock
          key={`${removals}:${index}`}
          number={index + 1}
          server={server}
          user={user}
          errors={errorsBelow(errors, `users.${index}`)}
          onChange={(change) => {
            const fields = Object.keys(change).map((name) => `users.${index}.${name}`);
            onChange(
              withUser(value, index, change),
              'isDefault' in change ? [...fields, ownMessage] : fields,
            );
          }}
          onLeave={(name) => onLeave(`users.${index}.${name}`)}
          contested={(name) => contested[`users.${index}.${name}`]}
          onRemove={value.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      {errors['users'] && (
        <p role="alert" className="text-xs text-bad">
          {errors['users']}
        </p>
      )}
      {ofUsers.length > 1 && <p className="text-xs text-bad">{ofUsers.join(', ')}</p>}
      <div>
        <Button icon={Plus} onClick={add}>
          Add User
        </Button>
      </div>
    </fieldset>
  );
}

interface UserBlockProps {
  number: number;
  server: string;
  user: UserValues;
  /** Keyed by field name. */
  errors: FieldErrors;
  onChange: (change: Partial<UserValues>) => void;
  onLeave: (name: string) => void;
  /** Keyed by field name. */
  contested: (name: string) => ContestedField | undefined;
  onRemove: (() => void) | undefined;
}

function UserBlock({ number, server, user, errors, onChange, onLeave, contested, onRemove }: UserBlockProps) {
  const title = `User ${number}`;
  const [isOpen, setOpen] = useState(number <= openAtFirst || user.username === '');
  const isUnfolded =
    isOpen ||
    Object.keys(errors).length > 0 ||
    ['password', 'sshKey', 'isDefault'].some((name) => contested(name));
  const pathOf = (name: string) => (user.id === undefined ? undefined : `users.${user.id}.${name}`);
  const secret = (name: 'password' | 'sshKey') => ({
    value: user[name],
    onChange: (text: string) => onChange({ [name]: text }),
    onBlur: () => onLeave(name),
    path: pathOf(name),
    error: errors[name],
    note: <Contested field={contested(name)} isSecret />,
  });
  return (
    <section aria-label={title} className="rounded-lg border border-line">
      <header
        className={`flex min-h-10 items-center gap-2 rounded-t-lg bg-sunken px-4 py-1 ${isUnfolded ? 'border-b border-line' : 'rounded-b-lg'}`}
      >
        <h2 className="text-sm font-medium">{title}</h2>
        {!isUnfolded && <span className="min-w-0 clipped text-sm text-ink-2">{user.username}</span>}
        {user.isDefault && <Badge tone="info">Default</Badge>}
        <div className="-mr-2 ml-auto flex">
          {number > openAtFirst && (
            <Button
              variant="ghost"
              aria-expanded={isUnfolded}
              aria-label={`${isUnfolded ? 'Fold' : 'Unfold'} ${title}`}
              onClick={() => setOpen(!isUnfolded)}
            >
              {isUnfolded ? 'Fold' : 'Unfold'}
            </Button>
          )}
          {onRemove && (
            <Button variant="ghost" icon={Trash2} aria-label={`Remove ${title}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      </header>
      <div hidden={!isUnfolded} className="grid gap-4 p-4">
        <div className="grid items-start gap-4 md:in-data-wide:grid-cols-2">
          <Field label="Username" required error={errors['username']}>
            {(aria) => (
              <Input
                {...aria}
                value={user.username}
                onChange={({ target }) => onChange({ username: target.value })}
                onBlur={() => onLeave('username')}
                autoComplete="off"
                isExact
              />
            )}
          </Field>
          <SecretField label="Password" required {...secret('password')} />
        </div>
        <SshKeyField of={title} server={server} username={user.username} {...secret('sshKey')} />
        <CheckLabel
          checked={user.isDefault}
          onChange={({ target }) => onChange({ isDefault: target.checked })}
        >
          Default user
        </CheckLabel>
        <Contested field={contested('isDefault')} show={yesOrNo} />
      </div>
    </section>
  );
}
