import { useQuery } from '@tanstack/react-query';
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
import { waveformQuery } from '../api.ts';
import { WAVEFORM_HEIGHT, waveformPath } from './waveform.ts';
import { positionAfterKey, positionLabel } from './position.ts';
import type { Player, PlayerState } from './player.ts';
import classes from './SeekBar.module.css';

interface SeekBarProps {
  readonly playing: PlayerState;
  readonly player: Player;
  readonly sessionId: number;
}

/**
 * The position in the file, over its waveform: a slider for pointer, touch and keys. Without a waveform it is a
 * plain bar.
 */
export function SeekBar({ playing, player, sessionId }: SeekBarProps) {
  const { file, status, at } = playing;
  const { data: waveform } = useQuery(waveformQuery(sessionId, file.id));
  // The waveform knows the length before the first bytes of sound arrive.
  const seconds = playing.seconds ?? waveform?.seconds ?? null;
  const { draggedTo, handlers } = useDrag(seconds, (position) => player.seek(position));
  const shown = draggedTo ?? at;
  const slider = useRef<HTMLDivElement>(null);
  useSmoothPosition(slider, player, seconds, status === 'playing' && draggedTo === null);
  const peaks = waveform?.peaks;
  const path = useMemo(() => (peaks === undefined ? '' : waveformPath(peaks)), [peaks]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') player.toggle();
    else {
      const to = seconds === null ? null : positionAfterKey(event.key, at, seconds);
      if (to === null) return;
      player.seek(to);
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
      aria-label={`Place in ${file.filePath}`}
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
          <WaveformShape path={path} width={peaks?.length ?? 0} />
          <span className={classes.played}>
            <WaveformShape path={path} width={peaks?.length ?? 0} />
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
  player: Player,
  seconds: number | null,
  moving: boolean,
) {
  useEffect(() => {
    if (!moving) return undefined;
    let frame = 0;
    const draw = () => {
      slider.current?.style.setProperty('--played', String(playedOf(player.position(), seconds)));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [slider, player, seconds, moving]);
}
