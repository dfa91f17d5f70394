import { useStudio } from '../../lib/session.ts';
import classes from '../frame/Auth.module.css';

/** Terms of the sign-up; opened in a new tab, so that the form keeps its input. */
export function Disclaimer() {
  const studio = useStudio();
  return (
    <p className={classes.small}>
      By creating an account you agree to our{' '}
      <a href={studio?.privacy_url ?? '/privacy'} target="_blank" rel="noreferrer">
        privacy policy
      </a>{' '}
      and{' '}
      <a href={studio?.terms_url ?? '/terms'} target="_blank" rel="noreferrer">
        terms of use
      </a>
      .
    </p>
  );
}
