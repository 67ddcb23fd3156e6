import { create } from 'zustand';

type Theme = 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
}

export const useTheme = create(currentTheme);
const update = () => useTheme.setState(currentTheme(), true);
dark.addEventListener('change', update);

export const otherTheme = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark');

/** Overrides the system's theme in this browser. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  document.documentElement.dataset.theme = theme;
  update();
}
