import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Field, type LabelledProps } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toggled } from './check-list.tsx';

interface NumbersFieldProps extends LabelledProps {
  /** Always offered. */
  usual: readonly number[];
  value: readonly number[];
  textOf: (value: number) => string;
  onChange: (value: number[]) => void;
  /** How others are added: the names of the input and its button, and what it accepts. */
  other: {
    label: string;
    unit: string;
    act: string;
    /** Undefined for what can't be added. */
    parse: (text: string) => number | undefined;
    refusal: string;
  };
}

/** A field with numbers to choose from, the largest first, and an input for others. */
export function NumbersField({ usual, value: chosen, textOf, onChange, other, ...field }: NumbersFieldProps) {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const refusal = useId();
  const add = () => {
    if (text.trim() === '') return;
    const value = other.parse(text.trim());
    setRefused(value === undefined);
    if (value === undefined) return;
    onChange([...new Set([...chosen, value])]);
    setText('');
  };
  return (
    <Field {...field} isGroup>
      {(aria) => (
        <div
          role="group"
          aria-labelledby={aria['aria-labelledby']}
          aria-describedby={aria['aria-describedby']}
          className="flex flex-wrap gap-1.5"
        >
          {[...new Set([...usual, ...chosen])]
            .sort((a, b) => b - a)
            .map((value) => (
              <Chip
                key={value}
                isPressed={chosen.includes(value)}
                onClick={() => onChange(toggled(chosen, value))}
              >
                {textOf(value)}
              </Chip>
            ))}
          <span className="inline-flex items-center gap-1">
            <span className="w-16">
              <Input
                aria-label={other.label}
                aria-invalid={isRefused}
                aria-describedby={isRefused ? refusal : undefined}
                placeholder={other.unit}
                inputMode="decimal"
                autoComplete="off"
                maxLength={6}
                value={text}
                onChange={({ target }) => {
                  setText(target.value);
                  setRefused(false);
                }}
                // Saving must not lose what is typed.
                onBlur={add}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || text.trim() === '') return;
                  event.preventDefault();
                  add();
                }}
              />
            </span>
            <IconButton label={other.act} icon={Plus} onClick={add} />
          </span>
          {isRefused && (
            <p id={refusal} role="alert" className="w-full text-xs text-bad">
              {other.refusal}
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
