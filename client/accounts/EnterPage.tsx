import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { landingOf } from '../../shared/accounts/rules.ts';
import { wordsOf } from '../app/problem-words.ts';
import { meQuery } from '../app/session.ts';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { toast } from '../ui/toast.ts';
import { useEnter } from './api.ts';
import { DoorFrame } from './components/DoorFrame.tsx';

/**
 * Spends what the address carries: the one-time ticket of another front, or the link of a mail. Once, whatever renders
 * again; what does not work leaves an address without it, and says so.
 */
export function EnterPage() {
  useDocumentTitle('Login');
  const { ticket, link } = useSearch({ strict: false }) as { ticket?: unknown; link?: unknown };
  const { byTicket, byLink } = useEnter();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const spend = async () => {
      if (typeof ticket === 'string') return byTicket(ticket);
      if (typeof link === 'string') return byLink(link);
      return navigate({ to: '/login', replace: true });
    };
    spend().catch(async (error: unknown) => {
      const said = wordsOf(error);
      const me = await queryClient.fetchQuery(meQuery).catch(() => null);
      if (me) toast(said, 'danger');
      await navigate({ href: me ? landingOf(me.role) : '/login', replace: true, state: { said } });
    });
  });

  return (
    <DoorFrame>
      <output>Signing you in...</output>
    </DoorFrame>
  );
}
