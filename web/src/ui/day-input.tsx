import { type ComponentProps, useRef, useState } from 'react';
import { Input } from './input.tsx';

interface DayInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange'> {
  value: string;
  onChange: (day: string) => void;
}

/** A day to filter by. What is typed counts once it is left or with Enter: each digit of a year is a day of its own. */
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
        if (key === 'Enter') finish();
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
