import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import type { HowItWorks } from '../../shared/content/contract-documents.ts';
import { useFlag } from '../app/flags.ts';
import type { ModalProps } from '../app/modals.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Modal } from '../ui/Modal.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { howItWorksQuery } from './api.ts';
import classes from './HowItWorksModal.module.css';

type Content = z.infer<typeof HowItWorks>;

/** How it works in two steps: the way of a session, and someone to get to know (part 1 section 2 "How-it-works modal"). */
export function HowItWorksModal({ onClose }: ModalProps) {
  const { data: content, error, isFetching, refetch } = useQuery(howItWorksQuery);
  const [second, setSecond] = useState(false);
  const place = useRef<HTMLElement>(null);
  /** Whoever listens or uses the keyboard is taken to the new step. */
  const go = (to: boolean) => {
    flushSync(() => setSecond(to));
    place.current?.focus();
  };

  return (
    <Modal
      title={content === undefined ? 'How it works' : second ? 'Get to know you' : content.header}
      {...(content === undefined ? {} : { subtitle: `${second ? 2 : 1} of 2` })}
      onClose={onClose}
      {...(content === undefined
        ? {}
        : {
            footer: second ? (
              <>
                <Button kind="plain" onClick={() => go(false)}>
                  Back
                </Button>
                <span className={classes.space} />
                <Button onClick={onClose}>Finish</Button>
              </>
            ) : (
              <Button onClick={() => go(true)}>Next</Button>
            ),
          })}
    >
      {content === undefined && error === null && <RowsSkeleton what="how it works" count={3} />}
      {content === undefined && error !== null && (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {wordsOf(error)}
        </ErrorState>
      )}
      {content !== undefined && (
        <section
          ref={place}
          tabIndex={-1}
          aria-label={second ? 'Get to know you' : 'The way of a session'}
          className={classes.step}
        >
          {second ? <GetToKnowYou content={content} /> : <Way content={content} />}
        </section>
      )}
    </Modal>
  );
}

/** That the trial begins today is said to those who are on trial. */
function Way({ content }: { content: Content }) {
  const { isTrial } = useMe().subscription;
  return (
    <>
      {isTrial && <p className={classes.begins}>{content.trial_begins}</p>}
      <ol className={classes.steps}>
        {content.steps.map(({ header, body }) => (
          <li key={header}>
            <h3>{header}</h3>
            <p>{body}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A call, or where the webinar flag is on, a seat in the webinar. */
function GetToKnowYou({ content: { customer_success } }: { content: Content }) {
  const webinar = useFlag('webinar');
  const { name, title, body, call } = customer_success;
  const link = webinar ? customer_success.webinar : call;
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
