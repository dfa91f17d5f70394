import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTopLayer } from '../../ui/overlay/layers.ts';
import { useFloat } from '../../ui/overlay/use-float.ts';
import type { PlayerControls, PlayerState } from '../../ui/player/player.ts';
import { PlayerBar } from '../../ui/player/PlayerBar.tsx';
import { useMediaSession } from '../../ui/player/use-media-session.ts';
import { usePlayerState } from '../../ui/player/use-player.ts';
import classes from './MiniPlayer.module.css';
import type { SamplePlayer, SampleTrack } from './sample-player.ts';

/** The sample that plays, over the screen and its panels, until it is closed (docs/product/samples.md#mini-player). */
export function MiniPlayer({ player }: { player: SamplePlayer }) {
  const playing = usePlayerState(player);
  const layer = useTopLayer();
  if (playing === null) return null;
  // Inside the topmost panel, which traps the focus; a new place needs a new element.
  return createPortal(
    <FloatingBar player={player} playing={playing} layer={layer} />,
    layer ?? document.body,
    layer === null ? 'page' : 'layer',
  );
}

interface FloatingBarProps {
  readonly player: SamplePlayer;
  readonly playing: PlayerState<SampleTrack>;
  readonly layer: HTMLElement | null;
}

function FloatingBar({ player, playing, layer }: FloatingBarProps) {
  const { track } = playing;
  const root = useRef<HTMLElement>(null);
  useFloat(root, layer, '--mini-player-height');
  useMediaSession(player, playing, { title: track.name, artist: track.artist, picture: track.picture });
  const close = () => {
    player.close();
    // The pressed button is gone with the bar.
    document.querySelector<HTMLElement>(`[data-sample="${track.id}"] button`)?.focus({ preventScroll: true });
  };
  const controls: PlayerControls = { ...player, close };
  return (
    <aside
      ref={root}
      popover="manual"
      aria-label="Sample player"
      className={classes.mini}
      data-layer={layer !== null || undefined}
    >
      <PlayerBar player={controls} waveform={track} />
    </aside>
  );
}
