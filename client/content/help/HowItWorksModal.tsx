import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import type { HowItWorks } from '#shared/content/contract-documents.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import { useFlag } from '../../lib/flags.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { howItWorksQuery } from '../api.ts';
import classes from './HowItWorksModal.module.css';

type Content = z.infer<typeof HowItWorks>;

/** How a session works, and a contact person (docs/product/content.md#how-it-works). */
export function HowItWorksModal({ onClose, startsAt = 1 }: ModalProps & { readonly startsAt?: 1 | 2 }) {
  const query = useQuery(howItWorksQuery);
  const content = query.data;
  const [isSecondStep, setIsSecondStep] = useState(startsAt === 2);
  const hasSecondStep = content !== undefined && content.customer_success !== null;
  const section = useRef<HTMLElement>(null);
  /** Moves the focus to the new step. */
  const showStep = (to: boolean) => {
    flushSync(() => setIsSecondStep(to));
    section.current?.focus();
  };

  return (
    <Modal
      title={content === undefined ? 'How it works' : isSecondStep ? 'Get to know you' : content.header}
      subtitle={hasSecondStep ? `${isSecondStep ? 2 : 1} of 2` : undefined}
      onClose={onClose}
      {...(content === undefined
        ? {}
        : {
            footer: !hasSecondStep ? (
              <Button onClick={onClose}>Finish</Button>
            ) : isSecondStep ? (
              <>
                <Button kind="plain" onClick={() => showStep(false)}>
                  Back
                </Button>
                <span className={classes.spacer} />
                <Button onClick={onClose}>Finish</Button>
              </>
            ) : (
              <Button onClick={() => showStep(true)}>Next</Button>
            ),
          })}
    >
      <QueryView query={query} loading={<RowsSkeleton what="how it works" count={3} />}>
        {(loaded) => (
          <section
            ref={section}
            tabIndex={-1}
            aria-label={isSecondStep ? 'Get to know you' : 'The way of a session'}
            className={classes.step}
          >
            {isSecondStep && loaded.customer_success !== null ? (
              <ContactCard contact={loaded.customer_success} />
            ) : (
              <SessionSteps content={loaded} />
            )}
          </section>
        )}
      </QueryView>
    </Modal>
  );
}

/** People on trial also read that it begins today. */
function SessionSteps({ content }: { content: Content }) {
  const { isTrial } = useMe().subscription;
  return (
    <>
      {isTrial && <p className={classes.trialBegins}>{content.trial_begins}</p>}
      <ol className={classes.steps}>
        {filterByTrial(content.steps, isTrial).map(({ header, body }) => (
          <li key={header}>
            <h3>{header}</h3>
            <p>{body}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A link to a call, or to the webinar if its flag is on. */
function ContactCard({ contact }: { contact: NonNullable<Content['customer_success']> }) {
  const webinar = useFlag('webinar');
  const { name, title, body, call } = contact;
  const link = webinar ? contact.webinar : call;
  return (
    <div className={classes.card}>
      <div className={classes.person}>
        <Avatar name={name} size={56} />
        <div>
          <b>{name}</b>
          <span>{title}</span>
        </div>
      </div>
      <p>{body}</p>
      <Button component="a" kind="plain" href={link.url} target="_blank" rel="noopener noreferrer">
        {link.copy}
      </Button>
    </div>
  );
}
