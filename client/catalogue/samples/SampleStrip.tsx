import { useMemo } from 'react';
import { isPlayback, PlayButton } from '../../ui/player/PlayButton.tsx';
import { formatPosition } from '../../ui/player/position.ts';
import { SeekBar } from '../../ui/player/SeekBar.tsx';
import { trackOf, useSharedPlayer, useStateOf, type PlayableSample } from './sample-player.ts';
import classes from './SampleStrip.module.css';

interface SampleStripProps {
  readonly sample: PlayableSample;
  readonly artist: string;
  readonly picture: string | null;
}

/** A sample that plays in place: button, title, waveform to seek in, and length (docs/product/samples.md#card). */
export function SampleStrip({ sample, artist, picture }: SampleStripProps) {
  const player = useSharedPlayer();
  const playing = useStateOf(player, sample.id);
  const { id, title, seconds: length, peaks } = sample;
  const track = useMemo(
    () => trackOf({ id, title, seconds: length, peaks }, { name: artist, picture }),
    [id, title, length, peaks, artist, picture],
  );
  const seconds = playing?.seconds ?? length;
  const seek = (to: number) => (playing === null ? player.press(track, to) : player.seek(to));
  const toggle = () => player.press(track);
  return (
    <div className={classes.strip} data-status={playing?.status} data-sample={id}>
      <PlayButton status={playing?.status} label={track.label} onPress={toggle} />
      <div className={classes.middle}>
        <span className={classes.title} title={title}>
          {title}
        </span>
        <SeekBar
          label={`Place in ${track.label}`}
          peaks={track.peaks}
          bars
          seconds={seconds}
          at={playing?.at ?? 0}
          moving={playing?.status === 'playing' ? player.position : null}
          onSeek={seek}
          onToggle={toggle}
        />
      </div>
      <span className={classes.time}>
        {formatPosition(isPlayback(playing?.status) ? (playing?.at ?? 0) : seconds)}
      </span>
    </div>
  );
}
