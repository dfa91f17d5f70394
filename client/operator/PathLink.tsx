import type { ComponentProps } from 'react';
import { useFollow } from '../lib/use-follow.ts';

interface PathLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** One of `paths`. */
  readonly to: string;
}

/** A link to a screen of ours whose route is not among the typed ones, which are the studio's. */
export function PathLink({ to, children, ...props }: PathLinkProps) {
  const follow = useFollow();
  return (
    <a {...props} href={to} onClick={(event) => follow(event, to)}>
      {children}
    </a>
  );
}
