import { coverOf } from '../../ui/cover.ts';
import classes from './LoginArt.module.css';

/** Lanes of an arrangement: which part plays from where to where, in bars of sixteen. */
const LANES = [
  {
    part: 'Drums',
    clips: [
      [0, 7],
      [8, 8],
    ],
  },
  {
    part: 'Bass',
    clips: [
      [2, 6],
      [8, 8],
    ],
  },
  {
    part: 'Guitar',
    clips: [
      [0, 4],
      [5, 3],
      [10, 6],
    ],
  },
  {
    part: 'Keys',
    clips: [
      [4, 5],
      [11, 5],
    ],
  },
  { part: 'Strings', clips: [[8, 5]] },
  {
    part: 'Vocals',
    clips: [
      [1, 6],
      [8, 7],
    ],
    lit: true,
  },
] as const;

/** A session seen as an arrangement, beside the login on wide screens. Decoration. */
export function LoginArt() {
  return (
    <div className={classes.art} aria-hidden="true">
      <div className={classes.ruler}>
        {[1, 5, 9, 13].map((bar) => (
          <span key={bar}>{bar}</span>
        ))}
      </div>
      {LANES.map(({ part, clips, ...lane }) => (
        <div key={part} className={classes.lane} data-lit={'lit' in lane || undefined}>
          {clips.map(([from, length]) => (
            <Clip key={from} name={`${part} ${from}`} from={from} length={length} />
          ))}
        </div>
      ))}
      <div className={classes.playhead} />
    </div>
  );
}

function Clip({ name, from, length }: { name: string; from: number; length: number }) {
  const width = length * 44;
  const { upper, lower, barWidth } = coverOf(name, width, 96, length * 6);
  return (
    <svg
      className={classes.clip}
      viewBox={`0 0 ${width} 96`}
      preserveAspectRatio="none"
      style={{ left: `${from * 6.25}%`, width: `calc(${length * 6.25}% - 4px)` }}
      focusable="false"
    >
      <g fill="none" stroke="currentColor" strokeWidth={barWidth} strokeLinecap="round">
        <path d={upper} />
        <path d={lower} strokeOpacity={0.35} />
      </g>
    </svg>
  );
}
