import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Provider } from '#shared/billing/rules-provider.ts';
import type { ModalParams } from '../../lib/modal-search.ts';
import { useMe } from '../../lib/session.ts';
import { hasLiveSubscription } from '../checkout/chosen-offer.ts';
import type { OfferGroup } from './offer-groups.ts';

/** The offer that is paid for or changed to, as it was when it was opened. */
interface OpenedOffer {
  readonly id: string;
  readonly title: string;
  /** Over a running subscription. */
  readonly isLive: boolean;
  /** A change of the running plan, not a purchase. */
  readonly isChange: boolean;
  /** The running plan itself, to be paid another way; null: another plan. */
  readonly move: Provider | null;
}

export interface Opened extends OpenedOffer {
  /** How it is paid, as far as that was chosen. */
  readonly method: unknown;
  /** undefined: back to the offers. */
  readonly choose: (offer: string | undefined, method?: Provider) => void;
  /** Keeps another method in the address, so that a reload has it. */
  readonly keepMethod: (method: Provider) => void;
}

/**
 * The offer that the address names, so that a reload and the browser's Back keep it. It stays while it is paid: the
 * person's new plan arrives before the next screen.
 */
export function useOpenedOffer(groups: readonly OfferGroup[]) {
  const me = useMe();
  const { offer: chosen, method }: ModalParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenedOffer | null>(null);
  const offer = groups.flatMap(({ offers }) => offers).find(({ id }) => id === chosen);
  const action = offer?.action;
  const other = otherMethod(me.subscription.paymentsProvider);
  const move = action?.kind === 'current' && method === other ? other : null;
  const isChange = (action?.kind === 'change' && action.reason === null) || move !== null;
  if (chosen === undefined && opened !== null) setOpened(null);
  if (offer !== undefined && (isChange || action?.kind === 'buy') && opened?.id !== chosen)
    setOpened({ id: offer.id, title: offer.title, isLive: hasLiveSubscription(me), isChange, move });
  const choose: Opened['choose'] = (to, by) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, offer: to, method: by }),
      hash: true,
      resetScroll: false,
    });
  const keepMethod: Opened['keepMethod'] = (by) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, method: by }),
      hash: true,
      resetScroll: false,
      replace: true,
    });
  const isOpen = opened !== null && opened.id === chosen;
  return { opened: isOpen ? { ...opened, method, choose, keepMethod } : null, choose };
}

/** The provider beside one's own; null without one. */
function otherMethod(own: Provider | null): Provider | null {
  if (own === null) return null;
  return own === 'stripe' ? 'paypal' : 'stripe';
}
