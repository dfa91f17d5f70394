import classes from './Clips.module.css';

interface LegendProps {
  readonly held: boolean;
  readonly booked: boolean;
  readonly limited: boolean;
  /** A session is moved: its present time is among them. */
  readonly present?: boolean;
}

/** What the looks of the clips mean, of those that can occur. */
export function Legend({ held, booked, limited, present = false }: LegendProps) {
  const entries = [
    { look: 'free', text: 'Free' },
    { look: 'chosen', text: 'Your choice' },
    ...(present ? [{ look: 'present', text: 'Present time' }] : []),
    ...(held ? [{ look: 'held', text: 'Held for you' }] : []),
    ...(booked ? [{ look: 'booked', text: 'Taken' }] : []),
    ...(limited ? [{ look: 'restricted', text: 'Members first' }] : []),
  ];
  return (
    <ul className={classes.legend} aria-label="What the colors mean">
      {entries.map(({ look, text }) => (
        <li key={look}>
          <span className={classes.clip} data-look={look} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
