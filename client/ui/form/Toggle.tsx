import { useId } from 'react';
import classes from './Toggle.module.css';

interface ToggleProps {
  readonly label: string;
  /** A line below the label. */
  readonly hint?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch that acts at once. The whole line is its target. */
export function Toggle({ label, hint, on, onChange }: ToggleProps) {
  const id = useId();
  return (
    <label className={classes.toggle}>
      <span className={classes.text}>
        <span className={classes.name} id={`${id}-name`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className={classes.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${id}-name`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
