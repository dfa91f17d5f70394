import { useQuery } from '@tanstack/react-query';
import { offersWaiting } from '#shared/billing/rules-prices.ts';
import { waitingText } from '#shared/operator/content/texts-prices.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { consolePaths } from '../console-paths.ts';
import { PathLink } from '../PathLink.tsx';
import { pricesQuery } from './api.ts';

/** Beside the offers: how many of them nobody can buy yet, and where to change that. */
export function PricesNotice() {
  const { data } = useQuery(pricesQuery);
  const waiting = data === undefined ? 0 : offersWaiting(data.providers);
  if (waiting === 0) return null;
  return (
    <Notice tone="waiting" title={waitingText(waiting)}>
      Until then nobody can buy what waits. <PathLink to={consolePaths.prices}>Make prices</PathLink>
    </Notice>
  );
}
