import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import {
  Button as MantineButton,
  createPolymorphicComponent,
  type ButtonProps as MantineProps,
} from '@mantine/core';
import type { Ref } from 'react';
import classes from './Button.module.css';

export interface ButtonProps extends Omit<MantineProps, 'variant' | 'color' | 'size'> {
  /** `main` for the primary action, `plain` beside it, `quiet` in text, `danger` for destructive ones. */
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly ref?: Ref<HTMLButtonElement>;
}

function StyledButton({ kind = 'main', className, ...props }: ButtonProps) {
  return (
    <MantineButton
      {...props}
      unstyled={false}
      className={[classes.button, className].filter(Boolean).join(' ')}
      data-kind={kind}
    />
  );
}

/** The button, 44 px high. Polymorphic: `<Button component={Link} to="/explore">` is a link that looks like one. */
export const Button = createPolymorphicComponent<'button', ButtonProps>(StyledButton);
