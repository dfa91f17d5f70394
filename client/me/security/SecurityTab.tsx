import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from '../profile/Cards.module.css';
import { LoginSessions } from './LoginSessions.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** docs/product/me.md#security-tab */
export function SecurityTab() {
  const me = useMe();
  return (
    <div className={classes.twoColumns}>
      <Card title="Password">{me.provider === 'manual' ? <PasswordForm /> : <NoPassword />}</Card>
      <LoginSessions />
    </div>
  );
}

/** Shown to accounts without a password. */
function NoPassword() {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <p>
      Your account has no password. To change how you sign in, please{' '}
      {support === null ? (
        'contact support'
      ) : (
        <a href={support} target="_blank" rel="noreferrer">
          contact support
        </a>
      )}
      .
    </p>
  );
}
