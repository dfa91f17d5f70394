import { useQuery } from '@tanstack/react-query';
import { REFERRAL_TAB, WELCOME_PAGE } from '#shared/referrals/texts.ts';
import { Announcements } from '../content/announcements/Announcements.tsx';
import { QueryView } from '../lib/QueryView.tsx';
import { Questions } from '../ui/layout/Questions.tsx';
import { Placeholder, Loading } from '../ui/feedback/Skeleton.tsx';
import { referralContentQuery } from './api.ts';
import { InviteForm } from './InviteForm.tsx';
import { ReferralHistory } from './ReferralHistory.tsx';
import classes from './ReferralTab.module.css';

/** Invites by email and lists the invitations (docs/product/referrals.md#history). */
export function ReferralTab() {
  const query = useQuery(referralContentQuery);
  const faqs = query.data?.faqs ?? [];
  return (
    <div className={classes.tab}>
      {/* The profile around it has waited for them. */}
      <Announcements place="referral" loading={null}>
        <section aria-labelledby="invite" className={classes.invite}>
          <QueryView
            query={query}
            loading={
              <Loading what="the referral programme">
                <Placeholder width="50%" height="24px" />
                <Placeholder width="80%" height="18px" />
              </Loading>
            }
            failed={<h2 id="invite">{REFERRAL_TAB.header}</h2>}
          >
            {({ header, body }) => (
              <>
                <h2 id="invite">{header}</h2>
                {body !== '' && <p className={classes.body}>{body}</p>}
              </>
            )}
          </QueryView>
          <InviteForm />
        </section>
        <section aria-labelledby="invitations" className={classes.part}>
          <h2 id="invitations">{REFERRAL_TAB.history}</h2>
          <ReferralHistory />
        </section>
        {faqs.length > 0 && (
          <section aria-labelledby="questions" className={classes.part}>
            <h2 id="questions">{WELCOME_PAGE.questions}</h2>
            <Questions questions={faqs} />
          </section>
        )}
      </Announcements>
    </div>
  );
}
