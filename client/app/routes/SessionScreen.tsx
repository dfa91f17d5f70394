import { TrackCover } from '../../files/player/TrackCover.tsx';
import { FilesManagement } from '../../files/uploads/FilesManagement.tsx';
import { MessagesFooter } from '../../messages/MessagesFooter.tsx';
import { MessagesList } from '../../messages/MessagesList.tsx';
import type { PanelComponents } from '../../sessions/panel/panel-components.ts';
import { SessionPanel } from '../../sessions/panel/SessionPanel.tsx';

const COMPONENTS: PanelComponents = {
  Cover: TrackCover,
  Files: FilesManagement,
  Messages: MessagesList,
  MessagesFooter,
};

/** The session panel with files and messages, which its own room cannot import. */
export function SessionScreen() {
  return <SessionPanel components={COMPONENTS} />;
}
