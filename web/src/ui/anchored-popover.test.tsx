import assert from 'node:assert/strict';
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { test, vi } from 'vitest';
import { AnchoredPopover } from './anchored-popover.tsx';

function Opened({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={button}>Open</button>
      <AnchoredPopover label="Options" anchor={button} onClose={onClose} className="">
        <button>Choose</button>
      </AnchoredPopover>
    </>
  );
}

test('Escape closes the popover even while its button still has the focus', async () => {
  const onClose = vi.fn();
  render(<Opened onClose={onClose} />);
  await screen.findByRole('button', { name: 'Choose' });
  fireEvent.keyDown(screen.getByText('Open'), { key: 'Escape' });
  assert.equal(onClose.mock.calls.length, 1);
});
