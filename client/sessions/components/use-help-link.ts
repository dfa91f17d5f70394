import { sessionSupportLink } from '../../app/links.ts';
import { useMe, useStudio } from '../../app/session.ts';
import { type Helped, supportLetter } from './support-letter.ts';

/** 'Get help for this session': the support form or mail, prefilled with the session's details; null where there is none. */
export function useHelpLink(session: Helped, zone: string): string | null {
  const studio = useStudio();
  const me = useMe();
  if (studio === undefined) return null;
  return sessionSupportLink(studio, me, session.id, supportLetter(session, zone));
}
