import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { CHANGE, changeButton } from '#shared/billing/texts-change.ts';
import { PAYPAL, PAYPAL_METHOD } from '#shared/billing/texts.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { paymentConfigQuery } from '../area-api.ts';
import { BankConfirmation } from '../card/BankConfirmation.tsx';
import { CardForm } from '../card/CardForm.tsx';
import { CardSkeleton } from '../card/CardSkeleton.tsx';
import type { CardHandle } from '../card/card-handle.ts';
import { isAtPeriodEnd, type Preview } from './api.ts';
import { Confirmation } from './Confirmation.tsx';
import { useChange } from './use-change.ts';
import { useMoveToCard } from './use-move-to-card.ts';

interface WayProps {
  /** The provider's price of the plan that is chosen. */
  readonly priceId: string;
  readonly preview: Preview;
  readonly onBack: () => void;
}

/** A change by the card that pays already, or one that is approved at PayPal. */
export function ChangeHere({ priceId, preview, onBack }: WayProps) {
  const { data: config } = useQuery(paymentConfigQuery);
  const { send, busy, problem, secret, onConfirmed } = useChange(priceId);
  const access = config?.stripe ?? null;
  const isPaypal = preview.provider === 'paypal';
  return (
    <Confirmation
      preview={preview}
      confirm={isPaypal ? paypalButton(preview) : cardButton(preview)}
      busyText={isPaypal ? PAYPAL.busy : CHANGE.busy}
      busy={busy}
      problem={problem}
      onConfirm={() => send(preview)}
      onBack={onBack}
    >
      {isPaypal && (
        <p>
          {preview.moves && `${PAYPAL_METHOD.moveNote.paypal} `}
          {PAYPAL.note}
        </p>
      )}
      {secret !== null && access !== null && (
        <BankConfirmation access={access} clientSecret={secret} onDone={onConfirmed} />
      )}
    </Confirmation>
  );
}

/** A membership by PayPal that a card pays from now on: the card is typed here. */
export function MoveToCard({ priceId, preview, onBack }: WayProps) {
  const { data: config } = useQuery(paymentConfigQuery);
  const card = useRef<CardHandle>(null);
  const { send, busy, problem } = useMoveToCard(priceId, card);
  const access = config?.stripe ?? null;
  return (
    <Confirmation
      preview={preview}
      confirm={cardButton(preview)}
      busyText={CHANGE.busy}
      busy={busy}
      problem={problem}
      onConfirm={() => send(preview)}
      onBack={onBack}
    >
      <p>{PAYPAL_METHOD.moveNote.stripe}</p>
      {access !== null && (
        <Suspense fallback={<CardSkeleton />}>
          <CardForm ref={card} access={access} disabled={busy} />
        </Suspense>
      )}
    </Confirmation>
  );
}

const dueText = ({ due_today_cents: due }: Preview) => (due === 0 ? null : formatUsd(due));

const cardButton = (preview: Preview): string =>
  isAtPeriodEnd(preview) ? CHANGE.confirmDowngrade : changeButton(preview.kind, dueText(preview));

function paypalButton(preview: Preview): string {
  const due = dueText(preview);
  return due === null ? PAYPAL.approve : PAYPAL.pay(due);
}
