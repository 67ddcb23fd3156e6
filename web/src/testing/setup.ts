import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// jsdom can neither scroll nor match media.
window.scrollTo = () => {};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

// A dialog's code loads when it first opens, which can take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
