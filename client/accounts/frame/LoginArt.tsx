import { hueOf } from '../../ui/layout/avatar-style.ts';
import classes from './LoginArt.module.css';

/** Parts of an arrangement: who plays from where to where, in sixteen bars. */
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

/** Decoration beside the login on wide screens: a session as an arrangement. */
export function LoginArt() {
  return (
    <div className={classes.art} aria-hidden="true">
      <div className={classes.ruler}>
        {[1, 5, 9, 13].map((bar) => (
          <span key={bar}>{bar}</span>
        ))}
      </div>
      {LANES.map(({ part, clips, ...lane }) => (
        <div key={part} className={classes.lane} data-highlighted={'lit' in lane || undefined}>
          {clips.map(([from, length]) => (
            <Clip key={from} part={part} from={from} length={length} />
          ))}
        </div>
      ))}
      <div className={classes.playhead} />
    </div>
  );
}

/** Rows and columns of notes in a clip, for each bar. */
const ROWS = 8;
const STEPS = 4;

function Clip({ part, from, length }: { part: string; from: number; length: number }) {
  const columns = length * STEPS;
  const notes = melodyOf(`${part} ${from}`, columns);
  return (
    <svg
      className={classes.clip}
      viewBox={`0 0 ${columns} ${ROWS + 2}`}
      preserveAspectRatio="none"
      style={{ left: `${from * 6.25}%`, width: `calc(${length * 6.25}% - 4px)` }}
      focusable="false"
    >
      {notes.map(({ at, row, steps }) => (
        <rect key={at} x={at} y={row + 1} width={steps - 0.15} height={0.7} fill="currentColor" />
      ))}
    </svg>
  );
}

/** Notes of one to three steps, each near the one before; the same for the same name. */
function melodyOf(name: string, columns: number) {
  const notes: { at: number; row: number; steps: number }[] = [];
  let row = ROWS / 2;
  for (let at = 0; at < columns;) {
    const number = hueOf(`${name} ${at}`);
    const steps = Math.min(1 + (number % 3), columns - at);
    row = Math.min(ROWS - 1, Math.max(0, row + (Math.floor(number / 3) % 5) - 2));
    if (number % 5 > 0) notes.push({ at, row, steps });
    at += steps;
  }
  return notes;
}
