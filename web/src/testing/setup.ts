import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// jsdom can neither scroll nor match media.
window.scrollTo = () => {};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

// A dialog's code is loaded when it first opens, which takes longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
