import { type ComponentProps, useId } from 'react';
import { Input } from './input.tsx';

interface SuggestedInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'list'> {
  value: string;
  options: readonly string[];
  onChange: (text: string) => void;
}

/** An input for any text, with suggestions. */
export function SuggestedInput({ options, onChange, ...rest }: SuggestedInputProps) {
  const list = useId();
  return (
    <>
      <Input {...rest} list={list} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}
