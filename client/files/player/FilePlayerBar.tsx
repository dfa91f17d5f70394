import { useQuery } from '@tanstack/react-query';
import { PlayerBar } from '../../ui/player/PlayerBar.tsx';
import { usePlayerState } from '../../ui/player/use-player.ts';
import { waveformQuery } from '../api.ts';
import type { FilePlayer } from './file-player.ts';

/** The audio player below the table (docs/product/files.md#player). */
export function FilePlayerBar({ player, sessionId }: { player: FilePlayer; sessionId: number }) {
  const playing = usePlayerState(player);
  const { data: waveform } = useQuery({
    ...waveformQuery(sessionId, playing?.track.id ?? ''),
    enabled: playing !== null,
  });
  return <PlayerBar player={player} waveform={waveform} />;
}
