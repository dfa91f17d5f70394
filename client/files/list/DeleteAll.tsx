import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Folder } from '../../../shared/files/contract.ts';
import {
  confirmDeletePreSession,
  confirmDeleteSessionFiles,
  deletePreSession,
  deleteSessionFiles,
} from '../../../shared/files/texts.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { emptyFolder } from '../api.ts';
import classes from './FolderFiles.module.css';
import { uploads } from './our-uploads.ts';

interface DeleteAllProps {
  readonly session: Session;
  readonly folder: Folder;
  /** The session as it stands without the files. */
  readonly onSession: (session: Session) => void;
}

/** Empties one's own folder, after asking. */
export function DeleteAll({ session, folder, onSession }: DeleteAllProps) {
  const [asked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const own = folder === 'user';
  const text = own ? deletePreSession(session.user.name) : deleteSessionFiles(session.partner.name);
  const question = own
    ? confirmDeletePreSession(session.user.name)
    : confirmDeleteSessionFiles(session.partner.name);

  const empty = async () => {
    try {
      onSession(await emptyFolder(session.id, folder));
      uploads.hideFinished(session.id);
      toast('The files are deleted.');
    } catch (error) {
      toast(wordsOf(error), 'danger');
    }
    setAsked(false);
    await queryClient.invalidateQueries({ queryKey: ['files', session.id] });
  };

  return (
    <>
      <button type="button" className={classes.delete} onClick={() => setAsked(true)}>
        {text}
      </button>
      <ConfirmDialog
        opened={asked}
        title={question}
        confirm="Delete"
        danger
        onConfirm={empty}
        onCancel={() => setAsked(false)}
      >
        This cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
