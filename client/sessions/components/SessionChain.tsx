import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { filesExpired, processing, uploadFiles } from '../../../shared/files/texts.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import { effectiveStatus, statusLabel, type Status } from '../../../shared/sessions/rules.ts';
import { useMe } from '../../app/session.ts';
import { filesQuery } from '../../files/api.ts';
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
  const status = effectiveStatus(session, now);
  const download = useHeldDownload(session, status, role);
  const told = download === undefined ? session : { ...session, download };
  const { steps, stopped, sentence, due, action, yours } = standingOf(role, told, now, zone);
  const title = download ? HELD[download.state] : statusLabel(role, status, session.files.output);
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

const HELD = { processing, expired: filesExpired };

/** Why people with limitations cannot download what was delivered to them now (part 2 section 4). */
function useHeldDownload({ id, files }: Judged, status: Status, role: Role) {
  const { has_limitations } = useMe();
  const limited = has_limitations && role !== 'partner';
  const enabled = limited && status === 'partner_deliverables_ready' && files.output > 0;
  const download = useQuery({ ...filesQuery(id, 'output'), enabled }).data?.download;
  if (!enabled || download === undefined || download.state === 'offered') return undefined;
  return {
    state: download.state,
    until: download.until === null ? null : Temporal.Instant.from(download.until),
  };
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
