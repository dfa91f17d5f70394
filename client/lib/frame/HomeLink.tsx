import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Brand } from './Brand.tsx';
import classes from './HomeLink.module.css';
import { meQuery, useStudio } from '../session.ts';

/** The header logo: leads to the marketing site, else to the login (docs/product/ui.md#frame). */
export function HomeLink() {
  const home = useStudio()?.marketing_url ?? null;
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  if (home === null) {
    return (
      <Link to={me ? '/' : '/login'} className={classes.home}>
        <Brand />
      </Link>
    );
  }
  return (
    <a href={home} className={classes.home}>
      <Brand />
    </a>
  );
}
