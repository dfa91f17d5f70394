import { useEffect, useState, useSyncExternalStore } from 'react';
import { errorMessage } from '../../lib/error-message.ts';
import { linkOfFile } from '../api.ts';
import { createPlayer, type Player, type PlayerState } from './player.ts';

/** A player of this session's files; it stops when the component unmounts. */
export function usePlayer(sessionId: number): Player {
  const [player] = useState(() => {
    const audio = new Audio();
    // Fetches only what is played.
    audio.preload = 'metadata';
    return createPlayer({
      audio,
      link: ({ file, folder }) => linkOfFile(sessionId, folder, file.filePath),
      errorMessage: errorMessage,
      clock: () => performance.now(),
    });
  });
  useEffect(() => () => player.close(), [player]);
  return player;
}

/** The player's state; rerenders on every change. */
export function usePlayerState(player: Player): PlayerState | null {
  return useSyncExternalStore(player.subscribe, player.get);
}

/** The id of the playing file, or null; changes far less often than `usePlaying`. */
export function useActiveFile(player: Player): string | null {
  return useSyncExternalStore(player.subscribe, player.activeId);
}
