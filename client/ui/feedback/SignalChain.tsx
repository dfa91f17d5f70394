import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import classes from './SignalChain.module.css';
import type { Tone } from './StatusLabel.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

/** One step, as the session's rules give it. */
export interface ChainStep {
  readonly key: string;
  readonly label: string;
  readonly state: 'done' | 'now' | 'todo';
}

interface SignalChainProps {
  /** Booked → Files in → Reviewed → Session → Delivered, with the present one `now`. */
  readonly steps: readonly ChainStep[];
  /** The session was cancelled: the chain ends at its first open step. */
  readonly stopped?: boolean;
  /** The status in its words, e.g. 'Files update required'. */
  readonly title: string;
  /** What is next, by whom and by when, in one sentence. */
  readonly sentence: ReactNode;
  /** The button that does it. */
  readonly action?: ReactNode;
  /** The status's color role. */
  readonly tone: Tone;
}

/** A session's progress and next step (docs/product/sessions.md#signal-chain). */
export function SignalChain({ steps, stopped = false, title, sentence, action, tone }: SignalChainProps) {
  const end = stopped ? steps.findIndex(({ state }) => state !== 'done') : -1;
  return (
    <section aria-label="Where this session is">
      <ol className={classes.chain}>
        {steps.map(({ key, label, state }, at) => {
          const shown = at === end ? 'stopped' : state;
          return (
            <li key={key} data-state={shown} aria-current={shown === 'now' ? 'step' : undefined}>
              <span className={classes.dot}>
                {shown === 'done' && <Icon name="check" size={12} />}
                {shown === 'stopped' && <Icon name="close" size={12} />}
              </span>
              <span>{label}</span>
              <VisuallyHidden>{STATE_TEXTS[shown]}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
      <div className={classes.next} data-tone={tone}>
        <div className={classes.text}>
          <h3>{title}</h3>
          <p>{sentence}</p>
        </div>
        {action}
      </div>
    </section>
  );
}

const STATE_TEXTS = {
  done: ', done',
  now: ', now',
  todo: ', still to come',
  stopped: ', stopped here',
} as const;
