import { supportLink } from '../../app/links.ts';
import { useMe, useStudio } from '../../app/session.ts';
import { Card } from './Card.tsx';
import classes from './Card.module.css';
import { LoginSessions } from './LoginSessions.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** The password of manual accounts, and where one is signed in (part 2 "Profile page"). */
export function SecurityTab() {
  const me = useMe();
  return (
    <div className={classes.stack}>
      <Card title="Password">{me.provider === 'manual' ? <PasswordForm /> : <NoPassword />}</Card>
      <LoginSessions />
    </div>
  );
}

/** "Other providers see a note to contact support." */
function NoPassword() {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <p>
      You do not sign in with a password here. To change how you sign in, please{' '}
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
