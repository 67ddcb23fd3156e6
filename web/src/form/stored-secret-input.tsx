import { Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { Input } from '../ui/input.tsx';
import { useStoredSecret } from './stored-secret.ts';

interface StoredSecretInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange'> {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  /** The path of a stored secret in the record: 'password', 'users.<id>.password'. */
  path?: string | undefined;
}

/** A secret of a record in its form, masked until revealed. A stored one can be revealed, replaced and cleared. */
export function StoredSecretInput({ value, onChange, path, ...input }: StoredSecretInputProps) {
  const [isShown, setShown] = useState(false);
  const stored = useStoredSecret(value, path);
  const isPlain = stored.isKept ? stored.isShown : isShown;
  const Icon = isPlain ? EyeOff : Eye;
  const toggle = () => {
    if (!stored.isKept) setShown(!isShown);
    else if (stored.isShown) stored.hide();
    else stored.show();
  };
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // A revealed secret stays visible while it is edited.
    if (stored.isShown) setShown(true);
    onChange({ target: { value: stored.typed(target.value) } });
  };
  return (
    <div className="relative">
      <Input
        autoComplete="new-password"
        spellCheck={false}
        {...input}
        value={stored.text}
        onChange={change}
        onFocus={({ target }) => stored.isKept && !stored.isShown && target.select()}
        type={isPlain ? 'text' : 'password'}
        className="pr-10"
      />
      {(!stored.isKept || stored.canShow) && (
        <button
          type="button"
          aria-label={isPlain ? 'Hide characters' : 'Show characters'}
          aria-pressed={isPlain}
          onClick={toggle}
          className="absolute top-1/2 right-1 inline-flex size-7 -translate-y-1/2 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <Icon size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
