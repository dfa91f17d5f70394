import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from './Icon.tsx';
import classes from './ThemeSwitch.module.css';

const CHOICES: readonly { scheme: MantineColorScheme; text: string; icon: IconName }[] = [
  { scheme: 'auto', text: 'System', icon: 'system' },
  { scheme: 'light', text: 'Paper', icon: 'paper' },
  { scheme: 'dark', text: 'Night', icon: 'night' },
];

/** Chooses Paper, Night or what the system says; remembered in this browser. */
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
