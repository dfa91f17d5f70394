import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import classes from './ConfirmDialog.module.css';
import { useEscape } from './use-escape.ts';
import { useReducedMotion } from '../layout/use-mobile.ts';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  /** The question. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The action as a verb: 'Delete', 'Leave'; null where there is nothing to do. */
  readonly confirm: string | null;
  readonly cancel?: string;
  /** A third action between the two. */
  readonly secondary?: { readonly text: string; readonly onPress: () => void };
  /** Destructive. */
  readonly danger?: boolean;
  /** While its promise is pending the dialog stays and ignores presses. */
  readonly onConfirm: () => void | Promise<void>;
  readonly onCancel: () => void;
}

/** A confirmation dialog. Escape and the backdrop cancel; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    confirm,
    cancel = 'Cancel',
    secondary,
    danger = false,
    onConfirm,
    onCancel,
  } = props;
  const [busy, setBusy] = useState(false);
  const reducedMotion = useReducedMotion();
  useEscape(opened, onCancel);

  const accept = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={onCancel}
      closeOnEscape={false}
      centered
      size={440}
      zIndex={250}
      transitionProps={{ duration: reducedMotion ? 0 : 160, transition: 'pop' }}
      classNames={{ content: classes.content ?? '', overlay: classes.backdrop ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.inner}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {children !== undefined && <div className={classes.text}>{children}</div>}
          <div className={classes.buttons}>
            <Button kind="plain" onClick={onCancel} data-autofocus>
              {cancel}
            </Button>
            {secondary !== undefined && (
              <Button kind="plain" onClick={secondary.onPress}>
                {secondary.text}
              </Button>
            )}
            {confirm !== null && (
              <Button
                kind={danger ? 'danger' : 'main'}
                onClick={() => void accept()}
                aria-disabled={busy || undefined}
              >
                {confirm}
              </Button>
            )}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
