import { useQuery } from '@tanstack/react-query';
import type { Session } from '#shared/sessions/contract.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { filesQuery, waveformQuery } from '../api.ts';
import { barsOf, WAVEFORM_HEIGHT } from '../../ui/player/waveform.ts';

const BARS = 16;

interface TrackCoverProps {
  readonly session: Pick<Session, 'id' | 'files' | 'download'>;
  readonly title: string;
}

/** A track's cover: the waveform of its first playable file, or the initials of its title. */
export function TrackCover({ session, title }: TrackCoverProps) {
  const bars = useBars(session);
  return (
    <Avatar name={title} size={56} square>
      {bars.length > 0 && (
        <svg
          width={56}
          height={56}
          viewBox={`-2 -35 ${BARS + 4} ${WAVEFORM_HEIGHT + 70}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <path
            d={bars.map((height, at) => `M${at + 0.5} ${(WAVEFORM_HEIGHT - height) / 2}v${height}`).join('')}
            stroke="currentColor"
            strokeWidth={0.6}
          />
        </svg>
      )}
    </Avatar>
  );
}

/** Bars of the first audio file that the reader may play, delivered before sent; empty without one. */
function useBars({ id, files, download }: TrackCoverProps['session']): readonly number[] {
  const mayHear = download === null || download.state === 'offered';
  const folder = files.output > 0 && mayHear ? 'output' : 'user';
  const list = useQuery({
    ...filesQuery(id, folder),
    enabled: files.output + files.user > 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const offered = list.data?.download.state === 'offered' ? list.data.files : [];
  const file = offered.find(({ isSupportedAudioFile }) => isSupportedAudioFile);
  const waveform = useQuery({
    ...waveformQuery(id, file?.id ?? ''),
    enabled: file !== undefined,
    refetchInterval: false,
    retry: false,
  });
  return file === undefined ? [] : barsOf(waveform.data?.peaks ?? [], BARS);
}
