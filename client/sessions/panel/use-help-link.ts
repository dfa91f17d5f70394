import { sessionSupportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { type SupportSession, supportMessage } from './support-message.ts';

/** 'Get help for this session': the support form or mail with the session's details; null without either. */
export function useHelpLink(session: SupportSession, zone: string): string | null {
  const studio = useStudio();
  const me = useMe();
  if (studio === undefined) return null;
  return sessionSupportLink(studio, me, session.id, supportMessage(session, me.name, zone));
}
