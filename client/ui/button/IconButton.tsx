import type { ComponentPropsWithRef } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import classes from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** Accessible name. */
  readonly label: string;
}

/** An icon button, 44 px square; `label` is its accessible name. */
export function IconButton({ icon, label, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      className={[classes.button, className].filter(Boolean).join(' ')}
    >
      <Icon name={icon} />
    </button>
  );
}
