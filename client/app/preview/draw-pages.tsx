import { useEffect } from 'react';
import type * as z from 'zod/mini';
import type * as contract from '#shared/content/contract-documents.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import { FLAG_DEFAULTS } from '#shared/content/rules.ts';
import { announcementsQuery, faqsQuery, pageQuery, studioBannerQuery } from '../../content/api.ts';
import { FaqPage } from '../../content/help/FaqPage.tsx';
import { PrivacyPage, TermsPage } from '../../content/html/DocumentPage.tsx';
import { clearReferralCode } from '../../lib/referral-code.ts';
import { meQuery } from '../../lib/session.ts';
import { referralContentQuery, referralsQuery } from '../../referrals/api.ts';
import { ReferralTab } from '../../referrals/ReferralTab.tsx';
import { WelcomePage } from '../../referrals/WelcomePage.tsx';
import { StudioBanner } from '../shell/Banners.tsx';
import type { Draw } from './drawing.ts';
import { Screen } from './Screen.tsx';

type Of<S extends z.ZodMiniType> = z.infer<S>;

const SIGNED_OUT = [meQuery.queryKey, null] as const;

export const drawPrivacy: Draw<Of<typeof contract.Page>> = (value) => ({
  known: [SIGNED_OUT, [pageQuery('privacy').queryKey, value]],
  screen: <PrivacyPage />,
});

export const drawTerms: Draw<Of<typeof contract.Page>> = (value) => ({
  known: [SIGNED_OUT, [pageQuery('terms').queryKey, value]],
  screen: <TermsPage />,
});

export const drawFaqs: Draw<Of<typeof contract.Faqs>> = ({ faqs }, { viewer }) => ({
  known: [SIGNED_OUT, [faqsQuery.queryKey, filterByTrial(faqs, viewer === 'with-trial')]],
  screen: <FaqPage Shell={({ children }) => children} />,
});

export const drawBanner: Draw<Of<typeof contract.StudioBanner>> = (value) => ({
  known: [[studioBannerQuery.queryKey, value]],
  screen: <StudioBanner />,
});

export const drawReferral: Draw<Of<typeof contract.ReferralContent>> = (value, { viewer, studio }) => {
  const trial = studio?.flags['free-trial'] ?? FLAG_DEFAULTS['free-trial'];
  const { faqs, invitee_faqs = [], ...words } = value;
  const shown = {
    ...words,
    faqs: filterByTrial(faqs, trial),
    invitee_faqs: filterByTrial(invitee_faqs, trial),
  };
  if (viewer === 'invited')
    return {
      known: [
        SIGNED_OUT,
        [referralContentQuery.queryKey, shown],
        [['referral code', CODE], { is: 'valid', email: 'kim@example.com', name: 'Robin Example' }],
      ],
      screen: <Welcome />,
      at: `/?code=${CODE}`,
    };
  return {
    known: [
      [referralContentQuery.queryKey, shown],
      [announcementsQuery.queryKey, []],
      [referralsQuery.queryKey, { pages: [{ referrals: [], total: 0 }], pageParams: [0] }],
    ],
    screen: (
      <Screen width="profile">
        <ReferralTab />
      </Screen>
    ),
  };
};

const CODE = 'preview';

/** The invented code is not stored in the operator's browser. */
function Welcome() {
  useEffect(clearReferralCode);
  return <WelcomePage />;
}
