import { Icon } from '../button/Icon.tsx';
import classes from './Steps.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface StepsProps {
  /** Accessible name. */
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current one. */
  readonly present: number;
}

/** Progress through steps. On phones only the current one with its number, and a bar. */
export function Steps({ label, steps, present }: StepsProps) {
  return (
    <nav aria-label={label} className={classes.steps}>
      <p className={classes.short} aria-hidden="true">
        <b>{steps[present]}</b>
        <span>
          {present + 1} of {steps.length}
        </span>
      </p>
      <ol data-many={steps.length > 5 || undefined}>
        {steps.map((step, at) => (
          <li
            key={step}
            data-state={at < present ? 'past' : at === present ? 'present' : 'ahead'}
            aria-current={at === present ? 'step' : undefined}
          >
            <span className={classes.number} aria-hidden="true">
              {at < present ? <Icon name="check" size={12} /> : at + 1}
            </span>
            <span className={classes.name}>{step}</span>
            {at < present && <VisuallyHidden>, done</VisuallyHidden>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
