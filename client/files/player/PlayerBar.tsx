import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatPlace } from './play-time.ts';
import type { Player, Playing } from './player.ts';
import classes from './PlayerBar.module.css';
import { Seek } from './Seek.tsx';
import { usePlaying } from './use-player.ts';

/** The audio player of part 2 "Files modal": stays in sight whatever the list shows, and says what plays. */
export function PlayerBar({ player, sessionId }: { player: Player; sessionId: number }) {
  const playing = usePlaying(player);
  return (
    <>
      <VisuallyHidden>
        <output>{playing === null ? '' : SAID[playing.status](playing.file.filePath)}</output>
      </VisuallyHidden>
      {playing !== null && <Bar playing={playing} player={player} sessionId={sessionId} />}
    </>
  );
}

const SAID: Readonly<Record<Playing['status'], (name: string) => string>> = {
  loading: (name) => `Loading ${name}`,
  playing: (name) => `Playing ${name}`,
  paused: (name) => `Paused ${name}`,
  // Its problem is an alert of its own.
  failed: () => '',
};

interface BarProps {
  readonly playing: Playing;
  readonly player: Player;
  readonly sessionId: number;
}

function Bar({ playing, player, sessionId }: BarProps) {
  const { file, status, at, seconds, problem } = playing;
  const heard = status === 'playing' || status === 'loading';
  return (
    <section aria-label="Player" className={classes.bar} data-status={status}>
      <button
        type="button"
        className={classes.press}
        aria-label={`${heard ? 'Pause' : 'Play'} ${file.filePath}`}
        onClick={() => player.toggle()}
      >
        <Icon name={heard ? 'pause' : 'play'} size={22} />
      </button>
      <div className={classes.middle}>
        <div className={classes.line}>
          <span className={classes.name} title={file.filePath}>
            {file.filename}
          </span>
          <span className={classes.time}>
            {formatPlace(at)} / {formatPlace(seconds)}
          </span>
        </div>
        {problem === null ? (
          <Seek playing={playing} player={player} sessionId={sessionId} />
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
