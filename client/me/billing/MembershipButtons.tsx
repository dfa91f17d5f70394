import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, type ReactNode } from 'react';
import { membershipButtons, type MembershipButton } from '#shared/billing/rules-leaving.ts';
import { RESUME } from '#shared/billing/texts.ts';
import { MEMBERSHIP, REFUSED, RETURN } from '#shared/billing/texts-area.ts';
import type { Me } from '#shared/me/contract.ts';
import { billingQuery, type Billing } from '../../billing/area-api.ts';
import { sendResume } from '../../billing/offboarding/api.ts';
import { RestartButton } from '../../billing/service-update/RestartButton.tsx';
import { membershipFacts, useLeavingFlags } from '../../billing/service-update/membership-facts.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { meQuery } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useFocusHandover } from '../../ui/button/use-focus-handover.ts';
import { toast } from '../../ui/overlay/toast.ts';
import classes from './BillingTab.module.css';
import { StartButton } from './StartButton.tsx';

interface MembershipButtonsProps {
  readonly me: Me;
  readonly billing: Billing;
  /** Between what makes it go on and what ends it. */
  readonly children: ReactNode;
}

/** What can be done with the membership (docs/product/leaving.md#membership-buttons). */
export function MembershipButtons({ me, billing, children }: MembershipButtonsProps) {
  const flags = useLeavingFlags();
  const hasProvider = me.subscription.paymentsProvider !== null;
  const buttons = membershipButtons(membershipFacts(me, billing), flags).filter(
    ({ action }) => billing.can_buy || (action === 'cancel' && !hasProvider),
  );
  const shown = (main: boolean) =>
    buttons
      .filter(({ action }) => MAIN_ACTIONS.has(action) === main)
      .map(({ action, blocked }) =>
        blocked === null ? (
          <ActionButton key={action} action={action} me={me} billing={billing} />
        ) : (
          <BlockedButton key={action} label={MEMBERSHIP.restart} reason={REFUSED[blocked]} />
        ),
      );
  return (
    <>
      {shown(true)}
      {children}
      {shown(false)}
    </>
  );
}

/** The others are quiet. */
const MAIN_ACTIONS: ReadonlySet<MembershipButton['action']> = new Set(['start', 'resume'] as const);

function ActionButton({
  action,
  me,
  billing,
}: Pick<MembershipButton, 'action'> & Omit<MembershipButtonsProps, 'children'>) {
  switch (action) {
    case 'start':
      return <StartButton me={me} billing={billing} />;
    case 'resume':
      return <ResumeButton />;
    case 'restart':
      return <RestartButton label={MEMBERSHIP.restart} kind="quiet" />;
    case 'cancel':
      return (
        <ButtonLink
          kind="quiet"
          to="."
          hash
          search={(search) => ({ ...search, modal: 'offboarding' })}
          resetScroll={false}
        >
          {MEMBERSHIP.cancel}
        </ButtonLink>
      );
  }
}

function BlockedButton({ label, reason }: { readonly label: string; readonly reason: string }) {
  const id = useId();
  return (
    <div className={classes.blocked}>
      <Button kind="quiet" disabled aria-describedby={id}>
        {label}
      </Button>
      <p id={id}>{reason}</p>
    </div>
  );
}

/** One press: the membership goes on as it was. */
function ResumeButton() {
  const queryClient = useQueryClient();
  const key = useRef('');
  const button = useFocusHandover();
  const resume = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return sendResume(key.current);
    },
    onSuccess: async () => {
      key.current = '';
      await Promise.all([
        queryClient.fetchQuery({ ...meQuery, staleTime: 0 }),
        queryClient.fetchQuery({ ...billingQuery, staleTime: 0 }),
      ]).catch(() => undefined);
      toast(RETURN.resumed);
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
  });
  const { isPending: busy } = resume;
  return (
    <Button
      ref={button}
      onClick={() => !busy && resume.mutate()}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
    >
      {busy ? MEMBERSHIP.resuming : RESUME}
    </Button>
  );
}
