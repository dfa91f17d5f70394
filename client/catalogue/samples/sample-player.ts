import { createContext, use, useSyncExternalStore } from 'react';
import { sampleLink } from '#shared/catalogue/calls-samples.ts';
import { unpackPeaks } from '#shared/catalogue/rules-samples.ts';
import { call } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { Player, PlayerState, Track } from '../../ui/player/player.ts';
import { usePlayer } from '../../ui/player/use-player.ts';

/** A sample as the player takes it. */
export interface SampleTrack extends Track {
  /** The sample's own title. */
  readonly name: string;
  readonly artist: string;
  readonly picture: string | null;
  readonly peaks: readonly number[];
  readonly seconds: number;
}

export type SamplePlayer = Player<SampleTrack>;

/** The part of a sample that playing needs. */
export interface PlayableSample {
  readonly id: string;
  readonly title: string;
  readonly seconds: number;
  /** Packed (shared/catalogue/rules-samples.ts). */
  readonly peaks: string;
}

/** Whose sample it is. */
export interface Artist {
  readonly name: string;
  readonly picture: string | null;
}

/** A sample as a track of the player. */
export function trackOf(
  { id, title, seconds, peaks }: PlayableSample,
  { name, picture }: Artist,
): SampleTrack {
  return {
    id,
    title: `${title} · ${name}`,
    label: `${title} by ${name}`,
    name: title,
    artist: name,
    picture,
    peaks: unpackPeaks(peaks),
    seconds,
  };
}

/** A player of samples; it stops when the component unmounts. */
export function useSamplePlayer(): SamplePlayer {
  return usePlayer<SampleTrack>({
    link: async ({ id }) => (await call(sampleLink, { params: { id } })).url,
    errorMessage,
    unplayable: 'Your browser cannot play this sample.',
  });
}

const SamplePlayerContext = createContext<SamplePlayer | null>(null);
export const SamplePlayerProvider = SamplePlayerContext.Provider;

/** The screen's player, of which one sample plays at a time. */
export function useSharedPlayer(): SamplePlayer {
  const player = use(SamplePlayerContext);
  if (player === null) throw new Error('A sample is shown outside SamplePlayerProvider');
  return player;
}

/** The player's state while it has this sample; null otherwise. */
export function useStateOf(player: SamplePlayer, id: string): PlayerState<SampleTrack> | null {
  return useSyncExternalStore(player.subscribe, () => {
    const state = player.get();
    return state?.track.id === id ? state : null;
  });
}
