import assert from 'node:assert/strict';
import { fireEvent, render, screen } from '@testing-library/react';
import { test } from 'vitest';
import { TagList } from './tag-chip.tsx';

test('unfolded tags stay unfolded when their row is rendered again', () => {
  const tags = ['one', 'two', 'three'].map((value) => ({ type: 'client', value }));
  const list = <TagList tags={tags} room={0} />;
  const first = render(list);
  assert.equal(screen.queryByText('client: three'), null);
  fireEvent.click(screen.getByRole('button'));
  first.unmount();
  const again = render(list);
  fireEvent.click(screen.getByRole('button', { name: 'Fewer tags' }));
  again.unmount();
  render(list);
  assert.equal(screen.queryByText('client: three'), null);
});
