import { Link } from '@tanstack/react-router';
import type { Today } from '#shared/sessions/contract-today.ts';
import { TODAY } from '#shared/sessions/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import classes from './Today.module.css';

/** What is to be done before clients see the musician's page. */
export function ProfileNote({ profile }: { profile: NonNullable<Today['profile']> }) {
  const { state, missing } = profile;
  const title = TODAY.profile[state];
  return (
    <section aria-label={title} className={classes.card}>
      <h3>{title}</h3>
      {state !== 'returned' && (
        <p className={classes.muted}>{state === 'new' ? TODAY.profileNew : TODAY.profileWaiting}</p>
      )}
      {state === 'new' && missing.length > 0 && (
        <ul className={classes.missing}>
          {missing.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <Button kind="plain" component={Link} to="/profile" hash="page">
        {TODAY.toPage}
      </Button>
    </section>
  );
}
