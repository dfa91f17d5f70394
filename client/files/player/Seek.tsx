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
import { OUTLINE_HEIGHT, outlinePath } from './outline.ts';
import { positionAfterKey, positionLabel } from './position.ts';
import type { Player, Playing } from './player.ts';
import classes from './Seek.module.css';

interface SeekProps {
  readonly playing: Playing;
  readonly player: Player;
  readonly sessionId: number;
}

/**
 * The position in the file, over its waveform: a slider for pointer, touch and keys. Without a waveform it is a
 * plain bar.
 */
export function Seek({ playing, player, sessionId }: SeekProps) {
  const { file, status, at } = playing;
  const { data: outline } = useQuery(waveformQuery(sessionId, file.id));
  // The waveform knows the length before the first bytes of sound arrive.
  const seconds = playing.seconds ?? outline?.seconds ?? null;
  const { grabbed, handlers } = useGrab(seconds, (position) => player.seek(position));
  const shown = grabbed ?? at;
  const slider = useRef<HTMLDivElement>(null);
  useSmoothPosition(slider, player, seconds, status === 'playing' && grabbed === null);
  const peaks = outline?.peaks;
  const path = useMemo(() => (peaks === undefined ? '' : outlinePath(peaks)), [peaks]);

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
      className={classes.seek}
      data-outline={path !== '' || undefined}
      style={{ '--played': playedOf(shown, seconds) } as CSSProperties}
      onKeyDown={press}
      {...handlers}
    >
      {path === '' ? (
        <>
          <span className={classes.rail} />
          <span className={classes.rail} data-played />
        </>
      ) : (
        <>
          <Outline path={path} width={peaks?.length ?? 0} />
          <span className={classes.played}>
            <Outline path={path} width={peaks?.length ?? 0} />
          </span>
        </>
      )}
      <span className={classes.needle} />
    </div>
  );
}

function Outline({ path, width }: { path: string; width: number }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${OUTLINE_HEIGHT}`}
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
function useGrab(seconds: number | null, onSeek: (seconds: number) => void) {
  const [grabbed, setGrabbed] = useState<number | null>(null);
  const positionOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max((clientX - left) / width, 0), 1) * (seconds ?? 0);
  };
  return {
    grabbed,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || seconds === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setGrabbed(positionOf(event));
      },
      onPointerMove(event: PointerEvent) {
        if (grabbed !== null) setGrabbed(positionOf(event));
      },
      onPointerUp(event: PointerEvent) {
        if (grabbed === null) return;
        setGrabbed(null);
        onSeek(positionOf(event));
      },
      // The touch became a scroll.
      onPointerCancel: () => setGrabbed(null),
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
