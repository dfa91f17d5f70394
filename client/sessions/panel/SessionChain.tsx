import { useEffect, useRef, type ReactNode } from 'react';
import { uploadFiles } from '#shared/files/texts.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import { effectiveStatus } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import type { StepAction } from '#shared/sessions/rules-steps.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SignalChain } from '../../ui/feedback/SignalChain.tsx';
import { BecomeMember } from './BecomeMember.tsx';
import { FilesLink, HelpLink, PartLink } from './ChainLinks.tsx';
import { ReadyButton } from './ReadyButton.tsx';
import classes from './SessionChain.module.css';
import { shownLabel, statusView, type SessionForRules } from './status-view.ts';
import type { PanelPart } from './parts.ts';

interface SessionChainProps {
  readonly session: SessionForRules;
  readonly role: Role;
  readonly zone: string;
  /** The part that is open already, so that no button leads there. */
  readonly part: PanelPart;
}

/** The signal chain on top of a session, with the buttons for the next step (docs/product/sessions.md#signal-chain). */
export function SessionChain({ session, role, zone, part }: SessionChainProps) {
  const now = useNowFor((at) => [
    effectiveStatus(session, at),
    statusView(role, session, at, zone),
    shownLabel(role, session, at),
    mayDo(role, 'ready', session, at).allowed,
  ]);
  const status = effectiveStatus(session, now);
  const { steps, stopped, sentence, due, action, secondary, tone } = statusView(role, session, now, zone);
  const title = shownLabel(role, session, now);
  const root = useFocusAfter(`${status} ${part}`);
  const buttonFor = (to: StepAction | null, kind: 'main' | 'plain') =>
    to === null ? null : actionButton(to, { session, zone, part, kind });
  // 'Ready to go!' is always shown here, whatever the next step is.
  const inChain = action === 'ready' || secondary === 'ready';
  const ready = !inChain && mayDo(role, 'ready', session, now).allowed;
  const [first, second, third] = [
    buttonFor(action, 'main'),
    buttonFor(secondary, 'plain'),
    buttonFor(ready ? 'ready' : null, 'plain'),
  ];
  return (
    <div ref={root} tabIndex={-1} className={classes.chain}>
      <SignalChain
        steps={steps}
        stopped={stopped}
        title={title}
        sentence={
          <>
            {sentence}
            {due !== null && (
              <>
                {` ${due.label} `}
                <time className={classes.time}>{due.when}</time>
                {`, ${due.distance}.`}
              </>
            )}
          </>
        }
        action={
          first === null && second === null && third === null ? undefined : (
            <div className={classes.actions}>
              {first}
              {second}
              {third}
            </div>
          )
        }
        tone={tone}
      />
    </div>
  );
}

interface ActionButtonProps extends Pick<SessionChainProps, 'session' | 'zone' | 'part'> {
  readonly kind: 'main' | 'plain';
}

/** The button of one action; null where it would lead to the open part, or nowhere. */
function actionButton(action: StepAction, { session, zone, part, kind }: ActionButtonProps): ReactNode {
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
  // The files' part has its own.
  if (action === 'member')
    return part === 'files-management' ? null : <BecomeMember sessionId={id} kind={kind} />;
  if (action === 'ready') return <ReadyButton session={session} kind={kind} />;
  if (action === 'help') return <HelpLink session={session} zone={zone} kind={kind} />;
  if (action === 'join' && livestream_link !== null)
    return (
      <Button component="a" href={livestream_link} target="_blank" rel="noreferrer">
        {PANEL.join}
      </Button>
    );
  return null;
}

/** A pressed button may disappear with its change: moves the focus to the chain. */
function useFocusAfter(state: string) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [state]);
  return root;
}
