import { Link } from '@tanstack/react-router';
import { firstName } from '#shared/lib/text.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import classes from './MusicianBrief.module.css';

/** "About Rafa": leads to a musician's page. */
export function PageLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <Link to="/musicians/$slug" params={{ slug }} className={classes.link}>
      {PAGE.seePage(firstName(name, name))}
    </Link>
  );
}
