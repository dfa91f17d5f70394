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
import { placeAfterKey, placeInWords } from './play-time.ts';
import type { Player, Playing } from './player.ts';
import classes from './Seek.module.css';

interface SeekProps {
  readonly playing: Playing;
  readonly player: Player;
  readonly sessionId: number;
}

/**
 * Where in the file one is, over its outline: a slider for pointers, fingers and keys. While the outline is being made, and
 * where there will be none, it is a plain bar.
 */
export function Seek({ playing, player, sessionId }: SeekProps) {
  const { file, status, at } = playing;
  const { data: outline } = useQuery(waveformQuery(sessionId, file.id));
  // The outline knows the length before the first byte of sound has come.
  const seconds = playing.seconds ?? outline?.seconds ?? null;
  const { grabbed, handlers } = useGrab(seconds, (place) => player.seek(place));
  const shown = grabbed ?? at;
  const slider = useRef<HTMLDivElement>(null);
  useSmoothPlace(slider, player, seconds, status === 'playing' && grabbed === null);
  const peaks = outline?.peaks;
  const path = useMemo(() => (peaks === undefined ? '' : outlinePath(peaks)), [peaks]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') player.toggle();
    else {
      const to = seconds === null ? null : placeAfterKey(event.key, at, seconds);
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
      aria-valuetext={placeInWords(shown, seconds)}
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

/** Follows a pointer or finger from press to release; the sound jumps when it is let go. */
function useGrab(seconds: number | null, onPlace: (seconds: number) => void) {
  const [grabbed, setGrabbed] = useState<number | null>(null);
  const placeOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max((clientX - left) / width, 0), 1) * (seconds ?? 0);
  };
  return {
    grabbed,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || seconds === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setGrabbed(placeOf(event));
      },
      onPointerMove(event: PointerEvent) {
        if (grabbed !== null) setGrabbed(placeOf(event));
      },
      onPointerUp(event: PointerEvent) {
        if (grabbed === null) return;
        setGrabbed(null);
        onPlace(placeOf(event));
      },
      // The finger turned out to scroll the page.
      onPointerCancel: () => setGrabbed(null),
    },
  };
}

/** Moves the needle with every frame: the element tells its time only four times a second. */
function useSmoothPlace(
  slider: RefObject<HTMLElement | null>,
  player: Player,
  seconds: number | null,
  moving: boolean,
) {
  useEffect(() => {
    if (!moving) return undefined;
    let frame = 0;
    const draw = () => {
      slider.current?.style.setProperty('--played', String(playedOf(player.place(), seconds)));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [slider, player, seconds, moving]);
}
