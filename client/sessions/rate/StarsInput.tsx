import { useId, useState } from 'react';
import { STAR } from './Stars.tsx';
import classes from './StarsInput.module.css';

/** What each number of stars means, from 1 on. */
export const STAR_WORDS = [
  'Not what I needed',
  'Below what I hoped for',
  'It was fine',
  'Very good',
  'Outstanding',
] as const;

interface StarsInputProps {
  readonly label: string;
  /** 1 to 5, or 0 while nothing is chosen. */
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

/** A rating to be given: five native radios, so arrows move and Tab passes; each star is a finger wide. */
export function StarsInput({ label, value, onChange }: StarsInputProps) {
  const name = useId();
  const [under, setUnder] = useState(0);
  const lit = under || value;
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      <div className={classes.row} onPointerLeave={() => setUnder(0)}>
        {STAR_WORDS.map((words, at) => {
          const star = at + 1;
          return (
            <label
              key={star}
              className={classes.star}
              // A finger has no hover: what it left behind would hide what it chose.
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setUnder(star)}
            >
              <input
                type="radio"
                name={name}
                value={star}
                checked={value === star}
                onChange={() => onChange(star)}
                aria-label={`${star} ${star === 1 ? 'star' : 'stars'}: ${words}`}
              />
              <svg width={32} height={32} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d={STAR} data-lit={star <= lit || undefined} />
              </svg>
            </label>
          );
        })}
      </div>
      <p className={classes.words} aria-hidden="true">
        {STAR_WORDS[lit - 1] ?? 'Choose from 1 to 5 stars.'}
      </p>
    </fieldset>
  );
}
