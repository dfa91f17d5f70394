import { useQuery } from '@tanstack/react-query';
import { isLargerPlan } from '#shared/billing/rules-offers.ts';
import { PLANS } from '#shared/billing/texts.ts';
import { checkSessionLimits, type SessionLimit } from '#shared/booking/rules.ts';
import { LIMITS } from '#shared/booking/texts.ts';
import type { Plan } from '#shared/content/contract-documents.ts';
import { OffersDialog } from '../../billing/plans/OffersDialog.tsx';
import { pricingQuery } from '../../content/api.ts';
import { supportLink } from '../../lib/links.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './UpsellModal.module.css';

/** The plans that hold more than one's own (docs/product/buying.md#upsell). */
export function UpsellModal({ onClose }: ModalProps) {
  const { subscription, cohort } = useMe();
  const { currentSessions, concurrency } = subscription;
  const limits = checkSessionLimits(currentSessions, concurrency);
  const isLarger = (plan: Plan) => isLargerPlan(plan, subscription);
  const hasLarger = useQuery(pricingQuery).data?.[cohort ?? 'public'].plans.some(isLarger) === true;
  return (
    <OffersDialog
      title={PLANS.upsellTitle}
      note={limits.ok ? undefined : <LimitNote reason={limits.reason} hasLarger={hasLarger} />}
      only={isLarger}
      empty={<EmptyState title={PLANS.largest}>{PLANS.largestHint}</EmptyState>}
      onClose={onClose}
    />
  );
}

interface LimitNoteProps {
  readonly reason: SessionLimit;
  readonly hasLarger: boolean;
}

/** Why no more can be booked now. The studio's own limit is not raised by any plan. */
function LimitNote({ reason, hasLarger }: LimitNoteProps) {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <div className={classes.note}>
      <Notice
        tone="waiting"
        action={
          <>
            <ButtonLink kind="plain" to="/sessions">
              {LIMITS.seeSessions}
            </ButtonLink>
            {support !== null && (
              <Button component="a" kind="plain" href={support} target="_blank" rel="noreferrer">
                Contact Support
              </Button>
            )}
          </>
        }
      >
        {reason === 'session_limit' ? LIMITS.sessions : LIMITS.planFull(me.subscription.concurrency)}
        {hasLarger && ` ${LIMITS.moreCredits}`}
      </Notice>
    </div>
  );
}
