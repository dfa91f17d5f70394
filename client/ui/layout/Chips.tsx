import classes from './Chips.module.css';

interface ChipsProps<Key extends string> {
  /** Accessible name of the filter. */
  readonly label: string;
  readonly chips: readonly { readonly key: Key; readonly text: string }[];
  readonly present: Key;
  readonly onChange: (key: Key) => void;
}

/** Filter chips, one pressed; scrolls sideways when narrow. Pressing the current one calls onChange, too. */
export function Chips<Key extends string>({ label, chips, present, onChange }: ChipsProps<Key>) {
  return (
    <fieldset aria-label={label} className={classes.row}>
      {chips.map(({ key, text }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === present}
          className={classes.chip}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
