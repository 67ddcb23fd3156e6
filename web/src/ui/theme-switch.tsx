import { Moon, Sun } from 'lucide-react';
import { IconButton } from './button.tsx';
import { chooseTheme, otherTheme, useTheme } from './theme.ts';

export function ThemeSwitch() {
  const theme = useTheme();
  const other = otherTheme(theme);
  return (
    <IconButton
      label={`Use ${other} theme`}
      icon={theme === 'dark' ? Moon : Sun}
      className="size-8"
      onClick={() => chooseTheme(other)}
    />
  );
}
