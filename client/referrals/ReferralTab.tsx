import { useQuery } from '@tanstack/react-query';
import { REFERRAL_TAB, WELCOME_OURS } from '../../../shared/referrals/texts.ts';
import { Announcements } from '../../content/components/Announcements.tsx';
import { Questions } from '../../ui/Questions.tsx';
import { Bone, Loading } from '../../ui/Skeleton.tsx';
import { referralContentQuery } from '../api.ts';
import { InviteForm } from './InviteForm.tsx';
import { ReferralHistory } from './ReferralHistory.tsx';
import classes from './ReferralTab.module.css';

/** The profile's referral tab (part 2 "Referral screen"): invite by e-mail, and see what became of each invitation. */
export function ReferralTab() {
  const { data: content, isPending } = useQuery(referralContentQuery);
  const faqs = content?.faqs ?? [];
  return (
    <div className={classes.tab}>
      <Announcements place="referral" />
      <section aria-labelledby="invite" className={classes.invite}>
        {isPending ? (
          <Loading what="the referral programme">
            <Bone width="50%" height="24px" />
            <Bone width="80%" height="18px" />
          </Loading>
        ) : (
          <>
            <h2 id="invite">{content?.header ?? REFERRAL_TAB.header}</h2>
            {content !== undefined && content.body !== '' && <p className={classes.body}>{content.body}</p>}
          </>
        )}
        <InviteForm />
      </section>
      <section aria-labelledby="invitations" className={classes.part}>
        <h2 id="invitations">{REFERRAL_TAB.history}</h2>
        <ReferralHistory />
      </section>
      {faqs.length > 0 && (
        <section aria-labelledby="questions" className={classes.part}>
          <h2 id="questions">{WELCOME_OURS.questions}</h2>
          <Questions questions={faqs} />
        </section>
      )}
    </div>
  );
}
