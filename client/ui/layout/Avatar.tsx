import { useState, type CSSProperties, type ReactNode } from 'react';
import classes from './Avatar.module.css';
import { hueOf, initialsOf } from './avatar-style.ts';

interface AvatarProps {
  /** Name of the person or thing. */
  readonly name: string;
  /** Source of the color behind the initials; the name by default. */
  readonly id?: string | undefined;
  readonly src?: string | null | undefined;
  /** Side in pixels. */
  readonly size?: 28 | 36 | 44 | 56 | 84 | 160;
  /** Square for a track or service; people are round. */
  readonly square?: boolean;
  /** Drawn in place of the initials. */
  readonly children?: ReactNode;
}

/** A picture, or initials on a color while there is none or it fails to load. Decorative: the name is beside it. */
export function Avatar({ name, id = name, src, size = 36, square = false, children }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={classes.avatar}
      data-square={square || undefined}
      data-size={size}
      style={{ '--hue': hueOf(id) } as CSSProperties}
    >
      {src && src !== broken ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(src)} />
      ) : (
        children || <span className={classes.initials} data-initials={initialsOf(name)} />
      )}
    </span>
  );
}
