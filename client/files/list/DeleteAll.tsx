import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Folder } from '#shared/files/contract.ts';
import {
  confirmDeletePreSession,
  confirmDeleteSessionFiles,
  deletePreSession,
  deleteSessionFiles,
} from '#shared/files/texts.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { emptyFolder } from '../api.ts';
import classes from './FolderFiles.module.css';
import { uploads } from '../uploads/store/uploads-store.ts';

interface DeleteAllProps {
  readonly session: Session;
  readonly folder: Folder;
  /** Called with the session without the files. */
  readonly onSession: (session: Session) => void;
}

/** Empties the caller's own folder, after a confirmation. */
export function DeleteAll({ session, folder, onSession }: DeleteAllProps) {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const isOwn = folder === 'user';
  const text = isOwn ? deletePreSession(session.user.name) : deleteSessionFiles(session.partner.name);
  const question = isOwn
    ? confirmDeletePreSession(session.user.name)
    : confirmDeleteSessionFiles(session.partner.name);

  const empty = async () => {
    try {
      onSession(await emptyFolder(session.id, folder));
      uploads.hideFinished(session.id);
      toast('The files are deleted.');
    } catch (error) {
      toast(errorMessage(error), 'danger');
    }
    setIsAsking(false);
    await queryClient.invalidateQueries({ queryKey: ['files', session.id] });
  };

  return (
    <>
      <button type="button" className={classes.delete} onClick={() => setIsAsking(true)}>
        {text}
      </button>
      <ConfirmDialog
        opened={isAsking}
        title={question}
        confirm="Delete"
        danger
        onConfirm={empty}
        onCancel={() => setIsAsking(false)}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
