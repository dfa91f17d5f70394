import { TrackCover } from '../../files/player/TrackCover.tsx';
import { FilesManagement } from '../../files/uploads/FilesManagement.tsx';
import { MessagesFoot } from '../../messages/MessagesFoot.tsx';
import { MessagesList } from '../../messages/MessagesList.tsx';
import type { PanelPlaces } from '../../sessions/panel/places.ts';
import { SessionPanel } from '../../sessions/panel/SessionPanel.tsx';

const PLACES: PanelPlaces = {
  Cover: TrackCover,
  Files: FilesManagement,
  Messages: MessagesList,
  MessagesFoot,
};

/** A session's panel with its files and its conversation, which are rooms above it. */
export function SessionScreen() {
  return <SessionPanel places={PLACES} />;
}
