import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';

type Theme = 'light' | 'dark';

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The system's theme holds until one is chosen here. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';

  function choose() {
    localStorage.setItem('theme', other);
    setTheme(other);
    document.documentElement.dataset.theme = other;
  }

  return (
    <IconButton
      label={`Use ${other} theme`}
      icon={theme === 'dark' ? Moon : Sun}
      className="size-8"
      onClick={choose}
    />
  );
}
