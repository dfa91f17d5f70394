import { mayDo } from '../../../shared/sessions/rules-actions.ts';
import { FEEDBACK, PANEL } from '../../../shared/sessions/texts.ts';
import { FEEDBACK_PATH } from '../../app/paths.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { CloseButton } from './CloseButton.tsx';
import { ReadyButton } from './ReadyButton.tsx';
import type { ShownProps } from './SessionHead.tsx';
import { judged, standingOf } from './standing.ts';

/**
 * What can be done with the session, at the panel's foot; empty where nothing can. The musician's 'Review', 'Ready to
 * go!' and close, the client's 'Rate your session' (part 2 section 4 "Who may do what").
 */
export function verbsOf({ session, role, zone, now }: ShownProps) {
  const timed = judged(session);
  const may = (action: Parameters<typeof mayDo>[1]) => mayDo(role, action, timed, now).allowed;
  const chained = standingOf(role, timed, now, zone).action === 'ready';
  return [
    may('report') && (
      <ButtonLink
        key="feedback"
        kind="plain"
        to="/sessions/$id/{-$tab}"
        params={{ id: String(session.id), tab: FEEDBACK_PATH }}
        search={({ tab }) => (tab === undefined ? {} : { tab })}
        resetScroll={false}
      >
        {may('review') ? PANEL.review : FEEDBACK.supportTitle}
      </ButtonLink>
    ),
    may('close') && (
      <CloseButton
        key="close"
        sessionId={session.id}
        client={session.user.name}
        output={session.files.output}
      />
    ),
    // Where the chain has the button already, a second one would only ask which is meant.
    may('ready') && !chained && <ReadyButton key="ready" sessionId={session.id} kind="plain" />,
    may('rate') && session.rating.status === 'none' && (
      <ButtonLink
        key="rate"
        to="."
        search={(search) => ({ ...search, modal: 'rate-session' as const, session: session.id })}
        resetScroll={false}
      >
        {PANEL.rate}
      </ButtonLink>
    ),
  ].filter((verb) => verb !== false);
}
