import { useId, useState } from 'react';
import { STAR } from './Stars.tsx';
import classes from './StarsInput.module.css';

/** The meaning of each number of stars, from 1 on. */
export const STAR_WORDS = [
  'Not what I needed',
  'Below what I hoped for',
  'It was fine',
  'Very good',
  'Outstanding',
] as const;

interface StarsInputProps {
  readonly label: string;
  /** 1 to 5, or 0 without a choice. */
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

/** A rating input of five native radios, so that arrow keys and Tab work; each star is a full touch target. */
export function StarsInput({ label, value, onChange }: StarsInputProps) {
  const name = useId();
  const [hovered, setHovered] = useState(0);
  const filled = hovered || value;
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      <div className={classes.row} onPointerLeave={() => setHovered(0)}>
        {STAR_WORDS.map((caption, at) => {
          const star = at + 1;
          return (
            <label
              key={star}
              className={classes.star}
              // Touch leaves its hover behind, which would hide the choice.
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(star)}
            >
              <input
                type="radio"
                name={name}
                value={star}
                checked={value === star}
                onChange={() => onChange(star)}
                aria-label={`${star} ${star === 1 ? 'star' : 'stars'}: ${caption}`}
              />
              <svg width={32} height={32} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d={STAR} data-filled={star <= filled || undefined} />
              </svg>
            </label>
          );
        })}
      </div>
      <p className={classes.caption} aria-hidden="true">
        {STAR_WORDS[filled - 1] ?? 'Choose from 1 to 5 stars.'}
      </p>
    </fieldset>
  );
}
