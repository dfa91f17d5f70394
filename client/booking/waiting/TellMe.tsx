import { Link } from '@tanstack/react-router';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { firstName } from '#shared/lib/text.ts';
import classes from './Waiting.module.css';

/** Below the times: opens the waiting list's form. */
export function TellMe({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <p className={classes.tellMe}>
      {WAITING.noTimeFits}{' '}
      <Link
        to="."
        search={(search) => ({ ...search, modal: 'wait' as const, artist: slug })}
        resetScroll={false}
      >
        {WAITING.tellMe(firstName(name, name))}
      </Link>
    </p>
  );
}
