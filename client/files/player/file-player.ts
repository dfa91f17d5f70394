import type { FileEntry, Folder } from '#shared/files/contract.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { Player, Track } from '../../ui/player/player.ts';
import { usePlayer } from '../../ui/player/use-player.ts';
import { linkOfFile } from '../api.ts';

/** An audio file and its folder. */
export interface FileTrack extends Track {
  readonly folder: Folder;
}

export type FilePlayer = Player<FileTrack>;

/** A file as the player takes it; its label is the whole path. */
export const trackOf = ({ id, filename, filePath }: FileEntry, folder: Folder): FileTrack => ({
  id,
  title: filename,
  label: filePath,
  folder,
});

/** A player of this session's files; it stops when the component unmounts. */
export function useFilePlayer(sessionId: number): FilePlayer {
  return usePlayer<FileTrack>({
    link: ({ folder, label }) => linkOfFile(sessionId, folder, label),
    errorMessage,
    unplayable: 'Your browser cannot play this file. Download it to listen.',
  });
}
