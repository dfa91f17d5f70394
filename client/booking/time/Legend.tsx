import classes from './Clips.module.css';

interface LegendProps {
  readonly held: boolean;
  readonly booked: boolean;
  readonly limited: boolean;
  /** A session is being moved: its current time is included. */
  readonly isMove?: boolean;
}

/** Explains the states of slots that can occur. */
export function Legend({ held, booked, limited, isMove = false }: LegendProps) {
  const entries = [
    { state: 'free', text: 'Free' },
    { state: 'chosen', text: 'Your choice' },
    ...(isMove ? [{ state: 'present', text: 'Present time' }] : []),
    ...(held ? [{ state: 'held', text: 'Held for you' }] : []),
    ...(booked ? [{ state: 'booked', text: 'Taken' }] : []),
    ...(limited ? [{ state: 'restricted', text: 'Members first' }] : []),
  ];
  return (
    <ul className={classes.legend} aria-label="What the colors mean">
      {entries.map(({ state, text }) => (
        <li key={state}>
          <span className={classes.clip} data-state={state} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
