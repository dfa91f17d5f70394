import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ModalParams } from '../../lib/modal-search.ts';
import { useMe } from '../../lib/session.ts';
import { hasLiveSubscription } from '../checkout/chosen-offer.ts';
import type { OfferAction, OfferGroup } from './offer-groups.ts';

/** The offer that is paid for or changed to, as it was when it was opened. */
interface OpenedOffer {
  readonly id: unknown;
  readonly title: string;
  /** Over a running subscription. */
  readonly isLive: boolean;
  /** A change of the running plan; null for a purchase. */
  readonly change: Extract<OfferAction, { kind: 'change' }> | null;
}

/**
 * The offer that the address names, so that a reload and the browser's Back keep it. It stays while it is paid: the
 * person's new plan arrives before the next screen.
 */
export function useOpenedOffer(groups: readonly OfferGroup[]) {
  const me = useMe();
  const { offer: chosen }: ModalParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenedOffer | null>(null);
  const offer = groups.flatMap(({ offers }) => offers).find(({ id }) => id === chosen);
  const action = offer?.action;
  const change = action?.kind === 'change' && action.reason === null ? action : null;
  if (chosen === undefined && opened !== null) setOpened(null);
  if (offer !== undefined && (change !== null || action?.kind === 'buy') && opened?.id !== chosen)
    setOpened({ id: chosen, title: offer.title, isLive: hasLiveSubscription(me), change });
  return {
    opened: opened?.id === chosen ? opened : null,
    choose: (offer: string | undefined) =>
      void navigate({ to: '.', search: (now) => ({ ...now, offer }), hash: true, resetScroll: false }),
  };
}
