import { Icon } from '../button/Icon.tsx';
import classes from './PlayButton.module.css';
import type { PlayerState } from './player.ts';

interface PlayButtonProps {
  /** Of this track; undefined while another one plays, or none. */
  readonly status: PlayerState['status'] | undefined;
  /** What is played, after 'Play' and 'Pause'. */
  readonly label: string;
  readonly onPress: () => void;
  readonly large?: boolean;
}

/** The round button that plays and pauses a track. */
export function PlayButton({ status, label, onPress, large = false }: PlayButtonProps) {
  const isActive = isPlayback(status);
  return (
    <button
      type="button"
      className={classes.button}
      data-status={status}
      data-large={large || undefined}
      aria-label={`${isActive ? 'Pause' : 'Play'} ${label}`}
      onClick={onPress}
    >
      <Icon name={isActive ? 'pause' : 'play'} size={large ? 22 : 18} />
    </button>
  );
}

/** Whether a track is heard, or will be once its bytes are here. */
export const isPlayback = (status: PlayerState['status'] | undefined): boolean =>
  status === 'playing' || status === 'loading';
