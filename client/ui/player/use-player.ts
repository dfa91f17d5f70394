import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  createPlayer,
  type Player,
  type PlayerControls,
  type PlayerPorts,
  type PlayerState,
  type Track,
} from './player.ts';

/** A player that stops when the component unmounts. The ports of the first rendering count. */
export function usePlayer<T extends Track>(
  ports: Pick<PlayerPorts<T>, 'link' | 'errorMessage' | 'unplayable'>,
): Player<T> {
  const [player] = useState(() => {
    const audio = new Audio();
    // Fetches only what is played.
    audio.preload = 'metadata';
    return createPlayer<T>({ ...ports, audio, clock: () => performance.now() });
  });
  useEffect(() => () => player.close(), [player]);
  return player;
}

/** The player's state; rerenders on every change. */
export function usePlayerState<T extends Track>(
  player: Pick<Player<T>, 'subscribe' | 'get'>,
): PlayerState<T> | null {
  return useSyncExternalStore(player.subscribe, player.get);
}

/** The id of the playing track, or null; changes far less often than `usePlayerState`. */
export function useActiveTrack(player: PlayerControls): string | null {
  return useSyncExternalStore(player.subscribe, player.activeId);
}
