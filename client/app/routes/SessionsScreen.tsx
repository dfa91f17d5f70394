import { WaitingSection } from '../../booking/waiting/WaitingSection.tsx';
import { useMe } from '../../lib/session.ts';
import { SessionsPage } from '../../sessions/list/SessionsPage.tsx';

/** My Sessions of the studio, with a client's waiting lists, which its own room cannot import. */
export function SessionsScreen() {
  const { role } = useMe();
  return <SessionsPage above={role === 'client' && <WaitingSection />} />;
}
