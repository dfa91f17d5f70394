import classes from './StatusLabel.module.css';

/** A status's color role (docs/product/ui.md#color-roles). */
export type Tone = 'ready' | 'waiting' | 'signal' | 'danger' | 'done';

/** Each tone has its own shape, so that color is never the only sign. */
const SHAPES: Readonly<Record<Tone, string>> = {
  ready: 'M2 6.500l2.800 2.800L10 3.500',
  waiting: 'M6 1.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM6 3.800V6l1.600 1',
  signal: 'M2.500 6h7M6.500 3l3 3-3 3',
  danger: 'M6 1.200L10.800 6 6 10.800 1.200 6z',
  done: 'M2.500 6h7',
};

/** A status as text and shape. */
export function StatusLabel({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.label} data-tone={tone}>
      <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path
          d={SHAPES[tone]}
          fill={tone === 'danger' ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth={1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {children}
    </span>
  );
}
