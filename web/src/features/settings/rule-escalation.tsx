import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { Plus, Trash2 } from 'lucide-react';
import { wholeNumber } from '../../form/typed-numbers.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { CheckList } from './check-list.tsx';

type Steps = AlertRule['escalation'];

interface RuleEscalationProps {
  value: Steps;
  channels: readonly { id: string; name: string }[] | undefined;
  onChange: (steps: Steps) => void;
}

const firstDays = 3;

/** To which channels it is sent, and after how many days, if nobody acknowledges. */
export function RuleEscalation({ value: steps, channels, onChange }: RuleEscalationProps) {
  const change = (at: number, to: Partial<Steps[number]>) =>
    onChange(steps.map((step, place) => (place === at ? { ...step, ...to } : step)));
  return (
    <div className="grid gap-3">
      {steps.map((step, at) => (
        <div key={at} className="grid gap-1.5 rounded-md border border-line p-3">
          <div className="flex items-center gap-2 text-sm">
            After
            <span className="w-16">
              <Input
                aria-label={`Days before level ${at + 1}`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
                value={step.afterDays < 0 ? '' : String(step.afterDays)}
                onChange={({ target }) => change(at, { afterDays: wholeNumber(target.value) })}
              />
            </span>
            days
            <IconButton
              label={`Remove level ${at + 1}`}
              icon={Trash2}
              className="ml-auto"
              onClick={() => onChange(steps.filter((_, place) => place !== at))}
            />
          </div>
          <CheckList
            none="Add a channel under Channels."
            options={channels}
            value={step.channelIds}
            deleted="Deleted channel"
            onChange={(channelIds) => change(at, { channelIds })}
          />
        </div>
      ))}
      <Button
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...steps, { afterDays: firstDays, channelIds: [] }])}
      >
        Add level
      </Button>
    </div>
  );
}
