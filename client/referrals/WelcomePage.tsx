import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SIGN_UP_STEPS } from '#shared/accounts/texts-auth.ts';
import { WELCOME, WELCOME_PAGE } from '#shared/referrals/texts.ts';
import { useFlag } from '../lib/flags.ts';
import { OpenFrame } from '../lib/frame/OpenFrame.tsx';
import { type CodeState, useReferral } from '../lib/referral-code.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { meQuery, useStudio } from '../lib/session.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { useDocumentTitle } from '../ui/layout/PageTitle.tsx';
import { Questions } from '../ui/layout/Questions.tsx';
import { Placeholder, Loading } from '../ui/feedback/Skeleton.tsx';
import { Steps } from '../ui/feedback/Steps.tsx';
import { referralContentQuery } from './api.ts';
import { InvitedBy } from './InvitedBy.tsx';
import classes from './WelcomePage.module.css';

/** docs/product/referrals.md#welcome-page */
export function WelcomePage() {
  useDocumentTitle(WELCOME_PAGE.tab);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { code, codeState, query } = useReferral();
  const trial = useFlag('free-trial');
  const { data: content } = useQuery(referralContentQuery);
  const valid = codeState?.is === 'valid';
  // Assumed valid until the server has answered, as on the sign-up.
  const assumedValid = code !== null && (codeState === undefined ? query.error === null : valid);
  const faqs = content?.invitee_faqs ?? [];
  const { data: me } = useQuery(meQuery);
  const isMember = me !== undefined && me !== null;

  return (
    <OpenFrame
      progress={
        assumedValid && !isMember ? <Steps label="Sign-up" steps={SIGN_UP_STEPS} present={0} /> : undefined
      }
    >
      <div className={classes.page}>
        <section className={classes.hero}>
          <h1>{WELCOME.title}</h1>
          {code === null ? (
            <BadLink />
          ) : (
            <QueryView
              query={query}
              loading={<InvitationSkeleton />}
              failed={<NotChecked onRetry={() => void query.refetch()} />}
            >
              {(state) => <Invitation state={state} isMember={isMember} />}
            </QueryView>
          )}
          {trial && !isMember && <p className={classes.firstCredit}>{WELCOME.firstCredit}</p>}
          <div className={classes.action}>
            {isMember ? (
              <ButtonLink to="/">{WELCOME_PAGE.toStudio}</ButtonLink>
            ) : (
              <ButtonLink to="/signup" search={search}>
                {WELCOME.signUp}
              </ButtonLink>
            )}
          </div>
        </section>
        {faqs.length > 0 && (
          <section aria-labelledby="questions" className={classes.questions}>
            <h2 id="questions">{WELCOME_PAGE.questions}</h2>
            <Questions questions={faqs} />
          </section>
        )}
      </div>
    </OpenFrame>
  );
}

/** The state of the code for this visitor. */
function Invitation({ state, isMember }: { state: CodeState; isMember: boolean }) {
  const studio = useStudio();
  switch (state.is) {
    case 'valid':
      return (
        <>
          <InvitedBy name={state.name} studio={studio?.name} />
          {isMember && <Notice tone="waiting">{WELCOME_PAGE.member}</Notice>}
        </>
      );
    case 'mine':
      return (
        <Notice tone="ready" title={WELCOME_PAGE.mine}>
          {WELCOME_PAGE.mineBody}
        </Notice>
      );
    case 'used':
      return (
        <Notice tone="danger" alert>
          {WELCOME.used}
        </Notice>
      );
    case 'unknown':
      return <BadLink />;
  }
}

function BadLink() {
  return (
    <Notice tone="danger" alert>
      {WELCOME.badLink}
    </Notice>
  );
}

function InvitationSkeleton() {
  return (
    <Loading what="your invitation">
      <Placeholder width="70%" height="24px" />
      <Placeholder width="90%" height="20px" />
    </Loading>
  );
}

/** The server could not be reached to check the code. */
function NotChecked({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="waiting"
      alert
      action={
        <Button kind="plain" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {WELCOME_PAGE.unasked}
    </Notice>
  );
}
