import { useQuery } from '@tanstack/react-query';
import { AREA } from '#shared/billing/texts-area.ts';
import type { Me } from '#shared/me/contract.ts';
import { studioBannerQuery } from '../../content/api.ts';
import { usePortal } from '../../billing/portal/use-portal.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import classes from './Banners.module.css';
import { useFlag } from '../../lib/flags.ts';
import { useFollow } from '../../lib/use-follow.ts';
import { bannersFor } from './status-banners.ts';

const loadErasureBanner = async () => (await import('../../privacy/ErasureBanner.tsx')).ErasureBanner;

/** Loaded only where there is HTML to show. */
const loadSafeHtml = async () => (await import('../../content/html/SafeHtml.tsx')).SafeHtml;

/** Banners below the navigation bar (docs/product/ui.md#banners). */
export function Banners({ me }: { readonly me: Me }) {
  const studioBanner = useFlag('studio-banner');
  const follow = useFollow();
  const banners = bannersFor(me, useFlag('payment-failed-banner'));
  return (
    <>
      {me.erasure_due && <LazyComponent load={loadErasureBanner} enabled props={{ due: me.erasure_due }} />}
      {studioBanner && <StudioBanner />}
      {banners.map(({ label, tone, text, hasPortal, links }) => (
        <Banner key={label} tone={tone} label={label}>
          {text} {hasPortal && <UpdateCard />}
          {links.map((link) => (
            <a
              key={link.href}
              href={link.href}
              onClick={(event) => follow(event, link.href)}
              className={classes.link}
            >
              {link.text}
            </a>
          ))}
        </Banner>
      ))}
    </>
  );
}

/** Goes straight to the provider's page for the payment method. */
function UpdateCard() {
  const { open, busy } = usePortal();
  return (
    <button type="button" className={classes.link} onClick={open} aria-disabled={busy || undefined}>
      {busy ? AREA.updateBusy : AREA.updateCard}
    </button>
  );
}

/** The studio's own banner, as HTML; nothing while it loads or fails. */
export function StudioBanner() {
  const { data } = useQuery(studioBannerQuery);
  const html = data?.body.trim() ?? '';
  if (html === '') return null;
  return (
    <section aria-label="From the studio" className={classes.studio}>
      <LazyComponent load={loadSafeHtml} enabled props={{ html }} />
    </section>
  );
}
