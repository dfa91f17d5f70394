import { useEffect, useRef } from 'react';
import type { ListedMail } from '#shared/operator/system/contract-mails.ts';
import { MAIL_LABELS } from '#shared/operator/system/texts-system.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { useReadMail } from './api.ts';
import classes from './System.module.css';

interface MailDialogProps {
  readonly mail: ListedMail;
  readonly onClose: () => void;
}

/** A mail as it was sent. Opening it is an entry of the audit log. */
export function MailDialog({ mail, onClose }: MailDialogProps) {
  const { mutate, data, error } = useReadMail(mail.id);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  return (
    <Modal
      title={MAIL_LABELS[mail.template]}
      subtitle="The audit log notes that you read it."
      size="narrow"
      onClose={onClose}
    >
      {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      {data === undefined && error === null && (
        <Loading what="the mail">
          <Placeholder height="160px" />
        </Loading>
      )}
      {data !== undefined && (
        <>
          <Facts
            facts={[
              ['Subject', data.subject],
              ['From', data.from],
              ['To', data.to],
              ...(data.attachments.length === 0 ? [] : [['Files', data.attachments.join(', ')] as const]),
            ]}
          />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
          <section aria-label="Text" className={classes.text} tabIndex={0}>
            {data.text}
          </section>
        </>
      )}
    </Modal>
  );
}
