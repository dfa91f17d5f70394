import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import classes from './SignalChain.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** The way of every session (look.md "The signal chain"). */
const STEPS = ['Booked', 'Files in', 'Reviewed', 'Session', 'Delivered'] as const;

interface SignalChainProps {
  /** The step that is lit, 0 to 4; 5 when all is delivered. */
  readonly present: 0 | 1 | 2 | 3 | 4 | 5;
  /** The session was cancelled: the chain ends where it was. */
  readonly stopped?: boolean;
  /** The status in its words, e.g. 'Files update required'. */
  readonly title: string;
  /** What is to be done next, by whom and by when, in one sentence. */
  readonly sentence: ReactNode;
  /** The button that does it. */
  readonly action?: ReactNode;
  /** Whether it is the reader who has to act; draws the accent. */
  readonly yours?: boolean;
}

/** Stands on top of every session: where it is on its way, and what comes next. */
export function SignalChain({
  present,
  stopped = false,
  title,
  sentence,
  action,
  yours = false,
}: SignalChainProps) {
  return (
    <section aria-label="Where this session is">
      <ol className={classes.chain}>
        {STEPS.map((step, at) => {
          const state = stateOf(at, present, stopped);
          return (
            <li key={step} data-state={state} aria-current={state === 'present' ? 'step' : undefined}>
              <span className={classes.lamp}>
                {state === 'past' && <Icon name="check" size={12} />}
                {state === 'stopped' && <Icon name="close" size={12} />}
              </span>
              <span>{step}</span>
              <VisuallyHidden>{SPOKEN[state]}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
      <div className={classes.next} data-yours={yours || undefined}>
        <div className={classes.words}>
          <h3>{title}</h3>
          <p>{sentence}</p>
        </div>
        {action}
      </div>
    </section>
  );
}

type StepState = 'past' | 'present' | 'ahead' | 'stopped';
const SPOKEN: Readonly<Record<StepState, string>> = {
  past: ', done',
  present: ', now',
  ahead: ', still to come',
  stopped: ', stopped here',
};

function stateOf(at: number, present: number, stopped: boolean): StepState {
  if (at < present) return 'past';
  if (at > present) return 'ahead';
  return stopped ? 'stopped' : 'present';
}
