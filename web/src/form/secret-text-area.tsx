import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { keptSecret } from '../records/kept-secrets.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { LabelButton, ReplaceSecret } from './replace-secret.tsx';
import { removesStored } from './secret-field.tsx';
import { type SecretValue, useStoredSecret } from './stored-secret.ts';

interface SecretTextAreaProps
  extends
    SecretValue,
    Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'note' | 'counter'>,
    Pick<ComponentProps<typeof Textarea>, 'rows' | 'placeholder' | 'onBlur'> {
  /** What it is called in the names of its buttons: 'SSH key of User 1'. */
  what: string;
  /** What to say of a typed text, or of '' while one is stored. */
  hintOf?: (typed: string) => ReactNode;
  /** What is copied of it. */
  contentOf?: (secret: string) => string;
  /** More buttons, for a secret that can be read. */
  more?: (read: () => Promise<string>) => ReactNode;
}

/** An optional secret of several lines. It is stored as typed. */
export function SecretTextArea(props: SecretTextAreaProps) {
  const { label, what, value, error, note, counter, rows = 3, placeholder, onBlur } = props;
  const { hintOf, contentOf = (text) => text, more } = props;
  // A typed text is masked once it was typed some time ago: in a restored draft.
  const [wasTyped] = useState(value !== '' && value !== keptSecret);
  const [isTypedMasked, setTypedMasked] = useState(wasTyped);
  const stored = useStoredSecret(props);
  const input = useRef<HTMLTextAreaElement>(null);
  const isMasked = stored.isKept ? !stored.isShown : isTypedMasked && wasTyped;
  const toggle = () => {
    if (!stored.isKept) setTypedMasked(!isTypedMasked);
    else if (stored.isShown) stored.hide();
    else stored.show();
  };
  const read = async () => contentOf(await stored.read('copy'));
  return (
    <Field
      label={label}
      after={
        <span className="flex items-center gap-1">
          {(stored.isKept ? stored.canShow : wasTyped) && (
            <LabelButton
              aria-label={`${isMasked ? 'Show' : 'Hide'} ${what}`}
              aria-pressed={!isMasked}
              onClick={toggle}
            >
              {isMasked ? 'Show' : 'Hide'}
            </LabelButton>
          )}
          {(stored.isKept ? stored.canShow : value.trim() !== '') && (
            <>
              <CopyButton value={read} what={what} />
              {more?.(read)}
            </>
          )}
          <ReplaceSecret stored={stored} what={what} input={input} />
        </span>
      }
      hint={stored.isReplaced && value === '' ? removesStored : hintOf?.(stored.isKept ? '' : value)}
      error={error}
      note={note}
      counter={stored.isKept ? undefined : counter}
    >
      {(aria) => (
        <Textarea
          {...aria}
          ref={input}
          readOnly={stored.isKept}
          value={stored.text}
          onChange={({ target }) => {
            // A script can write into a read-only field too.
            if (!stored.isKept) props.onChange(target.value);
          }}
          onBlur={onBlur}
          rows={rows}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={`font-mono text-sm ${isMasked && !stored.isKept ? '[-webkit-text-security:disc]' : ''}`}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}
