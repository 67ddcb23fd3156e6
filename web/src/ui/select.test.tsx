import assert from 'node:assert/strict';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { Select } from './select.tsx';

const options = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
];
afterEach(() => void vi.unstubAllGlobals());

test("a phone's select without a choice shows none as chosen, so that the first can be chosen", () => {
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  const chosen: string[] = [];
  render(
    <Select aria-label="Tag" options={options} value="" onChange={(value) => void chosen.push(value)} />,
  );
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' });
  assert.equal(select.selectedOptions[0]?.textContent, 'Select…');
  fireEvent.change(select, { target: { value: 'one' } });
  assert.deepEqual(chosen, ['one']);
});
