import { useState, type ReactNode } from 'react';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { usePreview, useSchedule } from '../api.ts';
import type { Change, Schedule } from '../source.ts';
import { EffectPreview } from './EffectPreview.tsx';
import classes from './ChangeModal.module.css';

interface ChangeModalProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly schedule: Schedule;
  /** The change as it is filled in; null while something is missing. */
  readonly change: Change | null;
  readonly action: string;
  /** Said once it is saved. */
  readonly said: string;
  readonly danger?: boolean;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog for one change: its fields, what it does, and the button that saves it. */
export function ChangeModal(props: ChangeModalProps) {
  const { title, subtitle, schedule, change, action, said, danger = false, children, onClose } = props;
  const { saving } = useSchedule();
  // What is previewed is what is saved: another window's change meanwhile is refused.
  const [version] = useState(schedule.version);
  const preview = usePreview(version, change);
  const mayNot = change === null || !preview.isSettled || preview.error !== null || saving.isPending;
  const save = () => {
    if (change === null || mayNot) return;
    saving.mutate({ version, change, said }, { onSuccess: onClose });
  };
  return (
    <Modal
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind={danger ? 'danger' : 'main'} onClick={save} aria-disabled={mayNot || undefined}>
            {saving.isPending ? 'Saving...' : action}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        {children}
        <EffectPreview
          preview={change === null ? { data: undefined, error: null, isSettled: true } : preview}
          zone={schedule.zone}
          waiting={change === null ? 'Fill in the fields above to see it.' : undefined}
        />
        {saving.error !== null && (
          <Notice tone="danger" alert>
            {errorMessage(saving.error)}
          </Notice>
        )}
      </div>
    </Modal>
  );
}
