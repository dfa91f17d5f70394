import classes from './Cover.module.css';
import { coverOf } from './cover.ts';

/**
 * A waveform drawn from a name, for whoever has no picture yet. Decoration: the name stands beside it as text.
 * Fills its box; `shape` chooses the drawing that suits it (wide 16:10, square, or a tiny avatar).
 */
export function Cover({ name, shape = 'wide' }: { name: string; shape?: 'wide' | 'square' | 'tiny' }) {
  const width = shape === 'wide' ? 320 : 200;
  const cover = coverOf(name, width, 200, { wide: 46, square: 22, tiny: 9 }[shape]);
  return (
    <svg
      className={classes.cover}
      viewBox={`0 0 ${width} 200`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width={width} height={200} fill={cover.ground} />
      {cover.rings.map((ring) => (
        <circle key={ring.r} cx={ring.x} cy={ring.y} r={ring.r} fill={cover.wave} fillOpacity={0.05} />
      ))}
      <g stroke={cover.wave} strokeWidth={cover.barWidth} strokeLinecap="round" fill="none">
        <path d={cover.lower} strokeOpacity={0.28} />
        <path d={cover.upper} />
      </g>
    </svg>
  );
}
