import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { landingOf } from '../../shared/accounts/rules.ts';
import { wordsOf } from '../app/problem-words.ts';
import { meQuery } from '../app/session.ts';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { toast } from '../ui/toast.ts';
import { lookAt, useEnter, type EntryKey } from './api.ts';
import { ConfirmEntry } from './components/ConfirmEntry.tsx';
import { DoorFrame } from './components/DoorFrame.tsx';

interface Asked {
  readonly key: EntryKey;
  readonly email: string;
  readonly voidsPassword: boolean;
}

/**
 * Spends what the address carries: the ticket of another front, or the link of a mail. At once only what was made for this
 * browser; else the person presses a button that names the account. What does not work leaves an address without it, and says so.
 */
export function EnterPage() {
  useDocumentTitle('Login');
  const { ticket, link } = useSearch({ strict: false }) as { ticket?: unknown; link?: unknown };
  const enter = useEnter();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const begun = useRef(false);
  const [asked, setAsked] = useState<Asked | null>(null);

  const leave = async (reason: unknown) => {
    const said = wordsOf(reason);
    const me = await queryClient.fetchQuery(meQuery).catch(() => null);
    if (me) toast(said, 'danger');
    await navigate({ href: me ? landingOf(me.role) : '/login', replace: true, state: { said } });
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const begin = async () => {
      const key = typeof ticket === 'string' ? { ticket } : typeof link === 'string' ? { link } : null;
      if (key === null) return navigate({ to: '/login', replace: true });
      const { email, tied, voids_password } = await lookAt(key);
      return tied ? enter(key) : setAsked({ key, email, voidsPassword: voids_password });
    };
    begin().catch(leave);
  });

  return (
    <DoorFrame>
      {asked === null ? (
        <output>Signing you in...</output>
      ) : (
        <ConfirmEntry
          email={asked.email}
          voidsPassword={asked.voidsPassword}
          confirm={async () => enter(asked.key).catch(leave)}
        />
      )}
    </DoorFrame>
  );
}
