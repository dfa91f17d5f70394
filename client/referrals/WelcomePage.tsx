import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SIGN_UP_STEPS } from '../../shared/accounts/texts-door.ts';
import { WELCOME, WELCOME_OURS } from '../../shared/referrals/texts.ts';
import { useFlag } from '../app/flags.ts';
import { OpenFrame } from '../app/OpenFrame.tsx';
import { useReferral } from '../app/referral-code.ts';
import { useStudio } from '../app/session.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { Questions } from '../ui/Questions.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { Steps } from '../ui/Steps.tsx';
import { referralContentQuery } from './api.ts';
import { InvitedBy } from './components/InvitedBy.tsx';
import classes from './WelcomePage.module.css';

/**
 * Where an invitation's link leads (part 1 "Referral welcome page"): who invites, what both earn, and the way to sign up. A link
 * that is unknown, expired or used is said to be so, and one can sign up all the same; the query goes along.
 */
export function WelcomePage() {
  useDocumentTitle(WELCOME_OURS.tab);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { code, worth, error, retry } = useReferral();
  const trial = useFlag('free-trial');
  const studio = useStudio();
  const { data: content } = useQuery(referralContentQuery);
  const valid = worth?.is === 'valid';
  // As on the sign-up: until it is known, a link is taken for what it most likely is.
  const hoped = code !== null && (worth === undefined ? error === null : valid);
  const faqs = content?.faqs ?? [];

  return (
    <OpenFrame {...(hoped ? { progress: <Steps label="Sign-up" steps={SIGN_UP_STEPS} present={0} /> } : {})}>
      <div className={classes.page}>
        <section className={classes.hero}>
          <h1>{WELCOME.title}</h1>
          {hoped && !valid && (
            <Loading what="your invitation">
              <Bone width="70%" height="24px" />
              <Bone width="90%" height="20px" />
            </Loading>
          )}
          {valid && <InvitedBy name={worth.name} studio={studio?.name} />}
          {(code === null || worth?.is === 'unknown') && (
            <Notice tone="action" alert>
              {WELCOME.badLink}
            </Notice>
          )}
          {worth?.is === 'used' && (
            <Notice tone="action" alert>
              {WELCOME.used}
            </Notice>
          )}
          {worth === undefined && error !== null && (
            <Notice
              tone="waiting"
              alert
              action={
                <Button kind="plain" onClick={retry}>
                  Try again
                </Button>
              }
            >
              {WELCOME_OURS.unasked}
            </Notice>
          )}
          {trial && <p className={classes.first}>{WELCOME.firstCredit}</p>}
          <div className={classes.way}>
            <ButtonLink to="/signup" search={search}>
              {WELCOME.signUp}
            </ButtonLink>
          </div>
        </section>
        {faqs.length > 0 && (
          <section aria-labelledby="questions" className={classes.questions}>
            <h2 id="questions">{WELCOME_OURS.questions}</h2>
            <Questions questions={faqs} />
          </section>
        )}
      </div>
    </OpenFrame>
  );
}
