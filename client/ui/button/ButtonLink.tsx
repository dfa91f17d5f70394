import { createLink } from '@tanstack/react-router';
import type { MouseEventHandler, ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** What the router gives its link, as far as we name it here; the rest goes through as it comes. */
interface ButtonAnchorProps {
  readonly kind?: NonNullable<ButtonProps['kind']>;
  readonly children?: ReactNode;
  readonly href?: string;
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
}

function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />;
}

/** A link that looks like a button; takes what the router's Link takes, its parameters typed, and `kind`. */
export const ButtonLink = createLink(ButtonAnchor);
