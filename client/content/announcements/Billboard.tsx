import { useQuery } from '@tanstack/react-query';
import { billboardOf } from '../../../shared/content/rules-documents.ts';
import type { Me } from '../../../shared/me/contract.ts';
import { billboardQuery } from '../api.ts';
import { Go } from './Announcements.tsx';
import classes from './Billboard.module.css';

/** The billboard of a client's cohort (part 1 section 7): what their next step could be. Nothing while it loads or fails. */
export function Billboard({ cohort }: { readonly cohort: Me['cohort'] }) {
  const variant = billboardOf(cohort);
  return variant === null ? null : <Board variant={variant} />;
}

function Board({ variant }: { readonly variant: NonNullable<ReturnType<typeof billboardOf>> }) {
  const { data } = useQuery(billboardQuery(variant));
  if (data === undefined) return null;
  return (
    <section aria-label={data.header} className={classes.billboard}>
      <div className={classes.words}>
        <h2 className={classes.header}>{data.header}</h2>
        <p className={classes.subheader}>{data.subheader}</p>
      </div>
      {data.button !== null && <Go url={data.button.url}>{data.button.copy}</Go>}
    </section>
  );
}
