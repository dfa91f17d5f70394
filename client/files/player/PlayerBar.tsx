import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { formatPosition } from './position.ts';
import type { Player, PlayerState } from './player.ts';
import classes from './PlayerBar.module.css';
import { SeekBar } from './SeekBar.tsx';
import { usePlayerState } from './use-player.ts';

/** The audio player below the table (docs/product/files.md#player). */
export function PlayerBar({ player, sessionId }: { player: Player; sessionId: number }) {
  const playing = usePlayerState(player);
  return (
    <>
      <VisuallyHidden>
        <output>{playing === null ? '' : STATUS_MESSAGES[playing.status](playing.file.filePath)}</output>
      </VisuallyHidden>
      {playing !== null && <Bar playing={playing} player={player} sessionId={sessionId} />}
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

interface BarProps {
  readonly playing: PlayerState;
  readonly player: Player;
  readonly sessionId: number;
}

function Bar({ playing, player, sessionId }: BarProps) {
  const { file, status, at, seconds, problem } = playing;
  const isActive = status === 'playing' || status === 'loading';
  return (
    <section aria-label="Player" className={classes.bar} data-status={status}>
      <button
        type="button"
        className={classes.press}
        aria-label={`${isActive ? 'Pause' : 'Play'} ${file.filePath}`}
        onClick={() => player.toggle()}
      >
        <Icon name={isActive ? 'pause' : 'play'} size={22} />
      </button>
      <div className={classes.middle}>
        <div className={classes.line}>
          <span className={classes.name} title={file.filePath}>
            {file.filename}
          </span>
          <span className={classes.time}>
            {formatPosition(at)} / {formatPosition(seconds)}
          </span>
        </div>
        {problem === null ? (
          <SeekBar playing={playing} player={player} sessionId={sessionId} />
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
