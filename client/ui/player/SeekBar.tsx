import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { barsPath, WAVEFORM_HEIGHT, waveformPath } from './waveform.ts';
import { positionAfterKey, positionLabel } from './position.ts';
import classes from './SeekBar.module.css';

interface SeekBarProps {
  /** Accessible name. */
  readonly label: string;
  /** Peaks from 0 to 255; without any it is a plain bar. */
  readonly peaks: readonly number[];
  /** Draws separate bars instead of an outline. */
  readonly bars?: boolean;
  /** Length and position in seconds. */
  readonly seconds: number | null;
  readonly at: number;
  /** The precise position while it moves; null while it stands. */
  readonly moving: (() => number) | null;
  readonly onSeek: (seconds: number) => void;
  readonly onToggle: () => void;
}

/** The position in a track, over its waveform: a slider for pointer, touch and keys. */
export function SeekBar({ label, peaks, bars = false, seconds, at, moving, onSeek, onToggle }: SeekBarProps) {
  const { draggedTo, handlers } = useDrag(seconds, onSeek);
  const shown = draggedTo ?? at;
  const slider = useRef<HTMLDivElement>(null);
  useSmoothPosition(slider, seconds, draggedTo === null ? moving : null);
  const path = useMemo(() => (bars ? barsPath(peaks) : waveformPath(peaks)), [bars, peaks]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') onToggle();
    else {
      const to = seconds === null ? null : positionAfterKey(event.key, at, seconds);
      if (to === null) return;
      onSeek(to);
    }
    event.preventDefault();
  };

  return (
    <div
      ref={slider}
      // A range input follows no press on some phones, and has no outline.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.floor(seconds ?? 0)}
      aria-valuenow={Math.floor(shown)}
      aria-valuetext={positionLabel(shown, seconds)}
      className={classes.seekBar}
      data-waveform={path !== '' || undefined}
      style={{ '--played': playedOf(shown, seconds) } as CSSProperties}
      onKeyDown={press}
      {...handlers}
    >
      {path === '' ? (
        <>
          <span className={classes.track} />
          <span className={classes.track} data-played />
        </>
      ) : (
        <>
          <WaveformShape path={path} width={peaks.length} />
          <span className={classes.played}>
            <WaveformShape path={path} width={peaks.length} />
          </span>
        </>
      )}
      <span className={classes.playhead} />
    </div>
  );
}

function WaveformShape({ path, width }: { path: string; width: number }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${WAVEFORM_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

const playedOf = (at: number, seconds: number | null) =>
  seconds === null || seconds === 0 ? 0 : Math.min(at / seconds, 1);

/** Follows a pointer from press to release; the sound jumps on release. */
function useDrag(seconds: number | null, onSeek: (seconds: number) => void) {
  const [draggedTo, setDraggedTo] = useState<number | null>(null);
  const positionOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max((clientX - left) / width, 0), 1) * (seconds ?? 0);
  };
  return {
    draggedTo,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || seconds === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDraggedTo(positionOf(event));
      },
      onPointerMove(event: PointerEvent) {
        if (draggedTo !== null) setDraggedTo(positionOf(event));
      },
      onPointerUp(event: PointerEvent) {
        if (draggedTo === null) return;
        setDraggedTo(null);
        onSeek(positionOf(event));
      },
      // The touch became a scroll.
      onPointerCancel: () => setDraggedTo(null),
    },
  };
}

/** Moves the needle every frame: the element reports its time only four times a second. */
function useSmoothPosition(
  slider: RefObject<HTMLElement | null>,
  seconds: number | null,
  position: (() => number) | null,
) {
  useEffect(() => {
    if (position === null) return undefined;
    let frame = 0;
    const draw = () => {
      slider.current?.style.setProperty('--played', String(playedOf(position(), seconds)));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [slider, seconds, position]);
}
