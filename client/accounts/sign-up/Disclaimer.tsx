import { useStudio } from '../../app/session.ts';
import classes from './Door.module.css';

/** What one agrees to by signing up; opens beside the form, whose words would otherwise be lost. */
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
