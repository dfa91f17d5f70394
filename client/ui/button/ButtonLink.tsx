import { createLink } from '@tanstack/react-router';
import type { MouseEventHandler, ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** The router's link props that are named here; the rest is passed through. */
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
