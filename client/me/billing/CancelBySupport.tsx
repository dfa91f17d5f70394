import { AREA } from '#shared/billing/texts-area.ts';
import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import classes from '../profile/Card.module.css';

/** A membership that goes on by itself is not cancelled here yet: who does it. */
export function CancelBySupport() {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <p className={classes.note}>
      {AREA.cancelBySupport}{' '}
      {support !== null && (
        <a href={support} target="_blank" rel="noreferrer">
          Contact Support
        </a>
      )}
    </p>
  );
}
