import { useLayoutEffect, type RefCallback } from 'react';

interface AtProps {
  readonly element: HTMLElement;
  readonly ref?: RefCallback<HTMLElement>;
}

/** A floating part's target that was there before the part's code. */
export function At({ element, ref }: AtProps) {
  useLayoutEffect(() => {
    ref?.(element);
    return () => void ref?.(null);
  }, [element, ref]);
  return null;
}
