import { useQuery } from '@tanstack/react-query';
import { checkSessionLimits, type Selection } from '#shared/booking/rules.ts';
import type { Service } from '#shared/catalogue/contract.ts';
import { usesTrialCredit } from '#shared/credits/rules.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { holdsQuery } from '../api.ts';
import { extensionRefusal, holdRefusal } from '../hold/holding.ts';

interface BookingLimitsInput {
  readonly me: Me;
  readonly now: Temporal.Instant;
  /** The live hold. */
  readonly held: Session | null;
  /** The selection, if it is not held. */
  readonly chosen: Result<Selection> | null;
  readonly musicianId: string | undefined;
  readonly service: Service | undefined;
}

/** What prevents booking, known before the form is filled in. */
export function useBookingLimits({ me, now, held, chosen, musicianId, service }: BookingLimitsInput) {
  const holds = useQuery(holdsQuery).data;
  const balance = (me.sessions_left ?? 0) + (me.credits_bank ?? 0);
  const holder = { holds, credits: balance, zone: me.timezone, now };
  const selection = chosen?.ok === true ? chosen.value : null;
  const limits = checkSessionLimits(me.subscription.currentSessions, me.subscription.concurrency);
  const cost = held?.credits ?? selection?.cost ?? service?.price ?? 1;
  return {
    balance,
    /** Why nothing more can be booked for now. */
    limit: limits.ok ? null : (limits.detail ?? null),
    limitReason: limits.ok ? null : limits.reason,
    /** Why the chosen time cannot be held. */
    holding: selection && musicianId !== undefined ? holdRefusal(holder, musicianId, selection) : null,
    /** Why the held time cannot be held for longer. */
    extension: held && extensionRefusal(holder, held),
    /** Whether the booking uses a trial credit, which requires a verified address. */
    proofNeeded: !me.email_proved && usesTrialCredit(cost, me.credits_before_trial),
  };
}
