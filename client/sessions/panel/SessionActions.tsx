import { mayDo } from '#shared/sessions/rules-actions.ts';
import { FEEDBACK, PANEL } from '#shared/sessions/texts.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { CloseButton } from './CloseButton.tsx';
import type { ShownProps } from './SessionHead.tsx';
import { sessionForRules } from './status-view.ts';
import { FEEDBACK_PATH } from './parts.ts';

/** The actions in the panel's footer; empty if there are none (docs/product/sessions.md#actions). */
export function sessionActions({ session, role, now }: ShownProps) {
  const forRules = sessionForRules(session);
  const may = (action: Parameters<typeof mayDo>[1]) => mayDo(role, action, forRules, now).allowed;
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
