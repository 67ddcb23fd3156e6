import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// jsdom can neither scroll nor match media.
window.scrollTo = () => {};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
