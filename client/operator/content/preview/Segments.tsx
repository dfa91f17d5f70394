import { useId } from 'react';
import classes from './Preview.module.css';

interface SegmentsProps<Key extends string> {
  readonly label: string;
  readonly choices: readonly { readonly key: Key; readonly text: string }[];
  readonly present: Key;
  readonly onChange: (key: Key) => void;
}

/** One of a few, in a row. Native radios: arrows move, Tab leaves. */
export function Segments<Key extends string>({ label, choices, present, onChange }: SegmentsProps<Key>) {
  const name = useId();
  return (
    <fieldset className={classes.segments}>
      <legend>{label}</legend>
      <div className={classes.row}>
        {choices.map(({ key, text }) => (
          <label key={key} className={classes.segment}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === present}
              onChange={() => onChange(key)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
