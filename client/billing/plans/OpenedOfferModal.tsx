import { useState } from 'react';
import { opensPicker, priceAt } from '#shared/billing/rules-buying.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { METHOD, PAYMENT, PAYPAL_METHOD, PLANS } from '#shared/billing/texts.ts';
import type { Plan } from '#shared/content/contract-documents.ts';
import { useMe } from '../../lib/session.ts';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { ChangeStep } from '../change/ChangeStep.tsx';
import type { ChosenOffer } from '../checkout/chosen-offer.ts';
import { PaymentStep } from '../checkout/PaymentStep.tsx';
import { MethodPicker } from '../method/MethodPicker.tsx';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import type { Opened } from './use-opened-offer.ts';

interface PaymentModalProps {
  readonly opened: Opened;
  readonly offer: ChosenOffer;
  readonly onClose: () => void;
}

/** The payment of an offer; new customers are asked first how they pay (docs/product/buying.md#payment-method-picker). */
export function PaymentModal({ opened, offer, onClose }: PaymentModalProps) {
  const { isLive, method, choose, keepMethod, id } = opened;
  const { status, subscription } = useMe();
  // As it was: a payment changes the status.
  const [person] = useState({ status, hasSubscription: subscription.subscriptionId !== null });
  const methods = usePaymentMethods() ?? [];
  const isAsked = offer.kind === 'plan' && offer.hasPaypal && opensPicker(person, methods);
  const back = () => choose(undefined);
  if (isAsked && method === undefined)
    return (
      <Modal key="method" title={METHOD.title} onClose={onClose}>
        <MethodPicker offer={offer} methods={methods} onChoose={(one) => choose(id, one)} onBack={back} />
      </Modal>
    );
  // Over a running subscription a plan is confirmed, not paid.
  const isConfirmed = offer.kind === 'plan' && isLive;
  return (
    <Modal
      key="payment"
      title={isConfirmed ? PAYMENT.confirmTitle : PAYMENT.title}
      size={isConfirmed ? 'narrow' : 'wide'}
      onClose={onClose}
    >
      <PaymentStep offer={offer} method={method} onMethod={keepMethod} onChange={back} />
    </Modal>
  );
}

interface ChangeModalProps {
  readonly opened: Opened;
  readonly plan: Plan;
  readonly onClose: () => void;
}

/** A change of the running plan, or of how it is paid. */
export function ChangeModal({ opened, plan, onClose }: ChangeModalProps) {
  const { title, move, method, choose, keepMethod } = opened;
  // The running plan itself can only be paid another way.
  const priceBy = (one: Provider) => (move === null || move === one ? priceAt(plan, one) : null);
  const prices = { stripe: priceBy('stripe'), paypal: priceBy('paypal') };
  return (
    <Modal
      key="change"
      title={move === null ? PLANS.changeTitle(title) : PAYPAL_METHOD.moveTitle[move]}
      onClose={onClose}
    >
      <ChangeStep
        prices={prices}
        method={move ?? method}
        onMethod={keepMethod}
        onBack={() => choose(undefined)}
      />
    </Modal>
  );
}
