import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { filesExpired, processing, uploadFiles } from '../../../shared/files/texts.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import { effectiveStatus, statusLabel, type Status } from '../../../shared/sessions/rules.ts';
import type { ChainAction } from '../../../shared/sessions/rules-chain.ts';
import type { PanelPart } from '../../app/paths.ts';
import { useMe } from '../../app/session.ts';
import { filesQuery } from '../../files/api.ts';
import { Button } from '../../ui/Button.tsx';
import { SignalChain } from '../../ui/SignalChain.tsx';
import { FilesLink, HelpLink, PartLink } from './ChainLinks.tsx';
import { ReadyButton } from './ReadyButton.tsx';
import classes from './SessionChain.module.css';
import { standingOf, type Judged } from './standing.ts';

interface SessionChainProps {
  readonly session: Judged;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
  /** What is on screen already, so that no button leads there. */
  readonly part: PanelPart;
}

/** The signal chain on top of a session, with the buttons that do what comes next. */
export function SessionChain({ session, role, zone, now, part }: SessionChainProps) {
  const status = effectiveStatus(session, now);
  const download = useHeldDownload(session, status, role);
  const told = download === undefined ? session : { ...session, download };
  const { steps, stopped, sentence, due, action, also, yours } = standingOf(role, told, now, zone);
  const title = download ? HELD[download.state] : statusLabel(role, status, session.files.output);
  const place = useFocusAfter(`${status} ${part}`);
  const way = (to: ChainAction | null, kind: 'main' | 'plain') =>
    to === null ? null : wayOn(to, { session, zone, part, kind });
  const [first, second] = [way(action, 'main'), way(also, 'plain')];
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
        action={
          first !== null || second !== null ? (
            <div className={classes.ways}>
              {first}
              {second}
            </div>
          ) : undefined
        }
        yours={yours}
      />
    </div>
  );
}

const HELD = { processing, expired: filesExpired };

interface Way extends Pick<SessionChainProps, 'session' | 'zone' | 'part'> {
  readonly kind: 'main' | 'plain';
}

/** The button of one action; null where it would lead to what is on screen, or nowhere. */
function wayOn(action: ChainAction, { session, zone, part, kind }: Way): ReactNode {
  const { id, livestream_link } = session;
  if (action === 'upload' || action === 'deliver')
    return part === 'files-management' ? null : (
      <PartLink id={id} part="files-management" text={uploadFiles} kind={kind} />
    );
  if (action === 'messages')
    return part === 'messages' ? null : (
      <PartLink id={id} part="messages" text="Go to the messages" kind="plain" />
    );
  if (action === 'download') return <FilesLink id={id} folder="output" text="See the files" kind={kind} />;
  if (action === 'ready') return <ReadyButton sessionId={id} />;
  if (action === 'help') return <HelpLink session={session} zone={zone} kind={kind} />;
  if (action === 'join' && livestream_link !== null)
    return (
      <Button component="a" href={livestream_link} target="_blank" rel="noreferrer">
        Join the livestream
      </Button>
    );
  return null;
}

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

/** A button that moved the session on, or led elsewhere in it, is gone then: its presser goes on from the chain. */
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
