import { useEffect, useState, useSyncExternalStore } from 'react';
import { wordsOf } from '../../app/problem-words.ts';
import { linkOfFile } from '../api.ts';
import { makePlayer, type Player, type Playing } from './player.ts';

/** A player of this session's files; it falls silent when whoever uses it goes. */
export function usePlayer(sessionId: number): Player {
  const [player] = useState(() => {
    const audio = new Audio();
    // Only what is heard is fetched.
    audio.preload = 'metadata';
    return makePlayer({
      audio,
      link: ({ file, folder }) => linkOfFile(sessionId, folder, file.filePath),
      words: wordsOf,
      clock: () => performance.now(),
    });
  });
  useEffect(() => () => player.close(), [player]);
  return player;
}

/** What the player holds, as it stands. */
export function usePlaying(player: Player): Playing | null {
  return useSyncExternalStore(player.watch, player.get);
}

/** The id of the file that is heard now, or null; changes far less often than what `usePlaying` gives. */
export function useHeard(player: Player): string | null {
  return useSyncExternalStore(player.watch, player.heard);
}
