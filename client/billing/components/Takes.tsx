import { coverOf } from '../../ui/cover.ts';
import classes from './Takes.module.css';

/** A take with a name on it, with the lamp lit: the person's own waveform. Decoration. */
export function Takes({ name }: { readonly name: string }) {
  const { upper, lower, barWidth } = coverOf(name, 440, 120, 44);
  return (
    <div className={classes.takes} aria-hidden="true">
      <span className={classes.lamp} />
      <svg viewBox="0 0 440 120" preserveAspectRatio="none" focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth={barWidth} strokeLinecap="round">
          <path d={upper} />
          <path d={lower} strokeOpacity={0.35} />
        </g>
      </svg>
    </div>
  );
}
