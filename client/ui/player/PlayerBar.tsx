import { IconButton } from '../button/IconButton.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { formatPosition } from './position.ts';
import type { PlayerControls, PlayerState } from './player.ts';
import { PlayButton } from './PlayButton.tsx';
import classes from './PlayerBar.module.css';
import { SeekBar } from './SeekBar.tsx';
import { usePlayerState } from './use-player.ts';

/** A track's waveform and length, which are known before its first bytes arrive. */
export interface TrackWaveform {
  readonly peaks: readonly number[];
  readonly seconds: number | null;
}

interface PlayerBarProps {
  readonly player: PlayerControls;
  /** Of the present track; undefined until it is known. */
  readonly waveform: TrackWaveform | undefined;
}

/** The audio player of a screen (docs/product/files.md#player). */
export function PlayerBar({ player, waveform }: PlayerBarProps) {
  const playing = usePlayerState(player);
  return (
    <>
      <VisuallyHidden>
        <output>{playing === null ? '' : STATUS_MESSAGES[playing.status](playing.track.label)}</output>
      </VisuallyHidden>
      {playing !== null && <Bar playing={playing} player={player} waveform={waveform} />}
    </>
  );
}

const STATUS_MESSAGES: Readonly<Record<PlayerState['status'], (name: string) => string>> = {
  loading: (name) => `Loading ${name}`,
  playing: (name) => `Playing ${name}`,
  paused: (name) => `Paused ${name}`,
  // A failure is announced by its own alert.
  failed: () => '',
};

const NO_PEAKS: readonly number[] = [];

function Bar({ playing, player, waveform }: PlayerBarProps & { readonly playing: PlayerState }) {
  const { track, status, at, problem } = playing;
  const seconds = playing.seconds ?? waveform?.seconds ?? null;
  return (
    <section aria-label="Player" className={classes.bar}>
      <PlayButton status={status} label={track.label} onPress={() => player.toggle()} large />
      <div className={classes.middle}>
        <div className={classes.line}>
          <span className={classes.name} title={track.label}>
            {track.title}
          </span>
          <span className={classes.time}>
            {formatPosition(at)} / {formatPosition(playing.seconds)}
          </span>
        </div>
        {problem === null ? (
          <SeekBar
            label={`Place in ${track.label}`}
            peaks={waveform?.peaks ?? NO_PEAKS}
            seconds={seconds}
            at={at}
            moving={status === 'playing' ? player.position : null}
            onSeek={player.seek}
            onToggle={player.toggle}
          />
        ) : (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
      <IconButton icon="close" label="Close the player" onClick={() => player.close()} />
    </section>
  );
}
