import { useQuery } from '@tanstack/react-query';
import type { Me } from '../../shared/me/contract.ts';
import { studioBannerQuery } from '../content/api.ts';
import { Banner } from '../ui/Banner.tsx';
import { Later } from '../ui/Later.tsx';
import classes from './Banners.module.css';
import { useFlag } from './flags.ts';
import { useFollow } from './use-follow.ts';

const BILLING = '/profile#billing';

/** The sanitiser comes only where there is HTML to show. */
const loadSafeHtml = async () => (await import('../content/components/SafeHtml.tsx')).SafeHtml;

/** What a person should know on every screen, below the navbar (part 1 "Application shell"). */
export function Banners({ me }: { readonly me: Me }) {
  const studioBanner = useFlag('studio-banner');
  const follow = useFollow();
  const paymentFailed = useFlag('payment-failed-banner') && me.subscription.lastPaymentStatus === 'failed';
  return (
    <>
      {studioBanner && <StudioBanner />}
      {paymentFailed && me.role === 'client' && (
        <Banner tone="action" label="Payment">
          Your last payment failed.{' '}
          <a href={BILLING} onClick={(event) => follow(event, BILLING)} className={classes.link}>
            Update your payment details
          </a>{' '}
          to keep your membership.
        </Banner>
      )}
      {me.role === 'client' && me.status === 'cancelled' && (
        <Banner tone="waiting" label="Membership">
          Your membership is no longer active but you can still buy credits on demand!
        </Banner>
      )}
    </>
  );
}

/** The studio's own words, as HTML. Nothing while they load or fail: nobody waits for them. */
function StudioBanner() {
  const { data } = useQuery(studioBannerQuery);
  const html = data?.body.trim() ?? '';
  if (html === '') return null;
  return (
    <section aria-label="From the studio" className={classes.studio}>
      <Later load={loadSafeHtml} wanted props={{ html }} />
    </section>
  );
}
