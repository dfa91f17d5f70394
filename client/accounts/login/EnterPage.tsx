import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { landingPath } from '#shared/accounts/rules.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { meQuery } from '../../lib/session.ts';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { previewOneTimeLogin, useOneTimeLogin, type OneTimeLogin } from '../api.ts';
import { ConfirmLogin } from './ConfirmLogin.tsx';
import { AuthLayout } from '../frame/AuthLayout.tsx';

interface Confirmation {
  readonly key: OneTimeLogin;
  readonly email: string;
  readonly voidsPassword: boolean;
}

/**
 * Spends the ticket or mailed link in the address; at once only a ticket of this browser
 * (docs/product/accounts.md#confirm-a-link).
 */
export function EnterPage() {
  useDocumentTitle('Login');
  const { ticket, link, for: purpose } = useSearch({ strict: false }) as Record<string, unknown>;
  const enter = useOneTimeLogin();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const started = useRef(false);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);

  const redirectWithNotice = async (reason: unknown) => {
    const notice = errorMessage(reason);
    const me = await queryClient.fetchQuery(meQuery).catch(() => null);
    if (me) toast(notice, 'danger');
    await navigate({ href: me ? landingPath(me.role) : '/login', replace: true, state: { notice } });
  };

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const startLogin = async () => {
      const key = typeof ticket === 'string' ? { ticket } : typeof link === 'string' ? { link } : null;
      if (key === null) return navigate({ to: '/login', replace: true });
      const { email, tied, voids_password } = await previewOneTimeLogin(key);
      return tied ? enter(key) : setConfirmation({ key, email, voidsPassword: voids_password });
    };
    startLogin().catch(redirectWithNotice);
  });

  return (
    <AuthLayout>
      {confirmation === null ? (
        <output>Signing you in...</output>
      ) : (
        <ConfirmLogin
          email={confirmation.email}
          voidsPassword={confirmation.voidsPassword}
          verifiesEmail={purpose === 'email'}
          confirm={async () => enter(confirmation.key).catch(redirectWithNotice)}
        />
      )}
    </AuthLayout>
  );
}
