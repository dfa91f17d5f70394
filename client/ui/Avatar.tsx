import { useState } from 'react';
import classes from './Avatar.module.css';
import { Cover } from './Cover.tsx';

interface AvatarProps {
  /** Whose picture it is; also what the cover is drawn from. */
  readonly name: string;
  readonly src?: string | null | undefined;
  /** Side in pixels. */
  readonly size?: 28 | 36 | 44 | 56 | 72 | 160;
  /** A track or service is square with round corners, a person is round. */
  readonly square?: boolean;
}

/** A picture, or the cover drawn from the name while there is none or it does not load. The name stands beside it. */
export function Avatar({ name, src, size = 36, square = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={classes.avatar} data-square={square || undefined} data-size={size}>
      {src && src !== broken ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <Cover name={name} shape={size > 44 ? 'square' : 'tiny'} />
      )}
    </span>
  );
}
