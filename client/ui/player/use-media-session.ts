import { useEffect } from 'react';
import type { PlayerControls, PlayerState } from './player.ts';

/** What the system's own controls show of a track. */
export interface MediaWords {
  readonly title: string;
  readonly artist: string;
  readonly picture: string | null;
}

/** Seconds of the system's skip buttons without a length of their own. */
const SKIP_SECONDS = 10;

/** Lets the keyboard's media keys and the lock screen show and control the player while it has a track. */
export function useMediaSession(player: PlayerControls, playing: PlayerState, words: MediaWords): void {
  const { status, at, seconds } = playing;
  const { title, artist, picture } = words;
  const isActive = status === 'playing' || status === 'loading';

  useEffect(() => {
    const session = mediaSession();
    if (session === undefined) return undefined;
    session.metadata = new MediaMetadata({
      title,
      artist,
      artwork: picture === null ? [] : [{ src: picture }],
    });
    return () => {
      session.metadata = null;
    };
  }, [title, artist, picture]);

  useEffect(() => {
    const session = mediaSession();
    if (session === undefined) return;
    session.playbackState = isActive ? 'playing' : 'paused';
    if (seconds !== null) session.setPositionState({ duration: seconds, position: Math.min(at, seconds) });
  }, [isActive, at, seconds]);

  useEffect(() => {
    const session = mediaSession();
    if (session === undefined) return undefined;
    const skip = (by: number) => player.seek(player.position() + by);
    const toggle = (active: boolean) => {
      if ((player.activeId() !== null) !== active) player.toggle();
    };
    const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
      ['play', () => toggle(true)],
      ['pause', () => toggle(false)],
      ['stop', () => player.close()],
      ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
    ];
    for (const [action, handler] of handlers) setHandler(session, action, handler);
    return () => {
      for (const [action] of handlers) setHandler(session, action, null);
      session.playbackState = 'none';
    };
  }, [player]);
}

/** A browser that does not know an action throws. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
) {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The other actions still work.
  }
}

/** TypeScript declares as present what older browsers do not have. */
function mediaSession(): MediaSession | undefined {
  return (navigator as { readonly mediaSession?: MediaSession }).mediaSession;
}
