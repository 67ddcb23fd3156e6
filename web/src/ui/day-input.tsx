import { type ComponentProps, useRef, useState } from 'react';
import { Input } from './input.tsx';

interface DayInputProps extends Omit<
  ComponentProps<typeof Input>,
  'type' | 'value' | 'onChange' | 'onKeyDown' | 'onBlur'
> {
  value: string;
  onChange: (day: string) => void;
}

/** A day to filter by. Typing takes effect on Enter or when the field loses focus: each digit of a year makes another valid day. */
export function DayInput({ value, onChange, ...rest }: DayInputProps) {
  const [day, setDay] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setDay(value);
  }
  const isTyping = useRef(false);
  const finish = () => {
    isTyping.current = false;
    if (day !== value) onChange(day);
  };
  return (
    <Input
      {...rest}
      type="date"
      value={day}
      onKeyDown={({ key }) => {
        // Escape may close what it stands in, without a blur.
        if (key === 'Enter' || key === 'Escape') finish();
        else isTyping.current = true;
      }}
      onChange={({ target }) => {
        setDay(target.value);
        // Chosen from the calendar.
        if (!isTyping.current) onChange(target.value);
      }}
      onBlur={finish}
    />
  );
}
