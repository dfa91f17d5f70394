import { useEffect, useRef, type ReactNode } from 'react';
import { uploadFiles } from '../../../shared/files/texts.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import { effectiveStatus, statusLabel } from '../../../shared/sessions/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { SignalChain } from '../../ui/SignalChain.tsx';
import { ReadyButton } from './ReadyButton.tsx';
import classes from './SessionChain.module.css';
import { standingOf, type Judged } from './standing.ts';

interface SessionChainProps {
  readonly session: Judged;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
  /** The files are on screen already, so that no button leads to them. */
  readonly atFiles: boolean;
}

/** The signal chain on top of a session, with the button that does what comes next. */
export function SessionChain({ session, role, zone, now, atFiles }: SessionChainProps) {
  const { steps, stopped, sentence, due, action, yours } = standingOf(role, session, now, zone);
  const status = effectiveStatus(session, now);
  const title = statusLabel(role, status, session.files.output);
  const place = useFocusAfter(`${status} ${atFiles}`);
  const buttons: Partial<Record<NonNullable<typeof action>, ReactNode>> = {
    upload: !atFiles && <FilesLink id={session.id} folder="user" text={uploadFiles} />,
    deliver: !atFiles && <FilesLink id={session.id} folder="output" text={uploadFiles} />,
    download: !atFiles && <FilesLink id={session.id} folder="output" text="See the files" />,
    ready: <ReadyButton sessionId={session.id} />,
    join: session.livestream_link !== null && (
      <Button component="a" href={session.livestream_link} target="_blank" rel="noreferrer">
        Join the livestream
      </Button>
    ),
  };
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <SignalChain
        steps={steps}
        stopped={stopped}
        title={title}
        sentence={
          <>
            {sentence}
            {due !== null && (
              <>
                {` ${due.words} `}
                <time className={classes.when}>{due.when}</time>
                {`, ${due.distance}.`}
              </>
            )}
          </>
        }
        action={action === null ? undefined : buttons[action]}
        yours={yours}
      />
    </div>
  );
}

/** A button that moved the session on, or led to its files, is gone then: its presser goes on from the chain. */
function useFocusAfter(state: string) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [state]);
  return place;
}

function FilesLink({ id, folder, text }: { id: number; folder: 'user' | 'output'; text: string }) {
  return (
    <ButtonLink
      to="/sessions/$id/{-$tab}"
      params={{ id: String(id), tab: 'files-management' }}
      search={({ tab }) => ({ ...(tab === undefined ? {} : { tab }), folder })}
      resetScroll={false}
    >
      {text}
    </ButtonLink>
  );
}
