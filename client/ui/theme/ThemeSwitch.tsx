import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '../button/Icon.tsx';
import classes from './ThemeSwitch.module.css';

const CHOICES: readonly { scheme: MantineColorScheme; text: string; icon: IconName }[] = [
  { scheme: 'light', text: 'Light', icon: 'paper' },
  { scheme: 'dark', text: 'Dark', icon: 'night' },
  { scheme: 'auto', text: 'System', icon: 'system' },
];

/** Chooses light, dark or the system's theme; stored in this browser. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset aria-label="Theme" className={classes.switch}>
      {CHOICES.map(({ scheme, text, icon }) => (
        <button
          key={scheme}
          type="button"
          aria-pressed={scheme === colorScheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon name={icon} size={18} />
          {text}
        </button>
      ))}
    </fieldset>
  );
}
