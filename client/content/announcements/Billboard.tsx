import { useQuery } from '@tanstack/react-query';
import { billboardOf } from '#shared/content/rules-documents.ts';
import type { Me } from '#shared/me/contract.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { billboardQuery } from '../api.ts';
import { AnnouncementLink } from './Announcements.tsx';
import classes from './Billboard.module.css';

/** The billboard for a client's cohort; nothing if it cannot be loaded. */
export function Billboard({ cohort }: { readonly cohort: Me['cohort'] }) {
  const variant = billboardOf(cohort);
  return variant === null ? null : <BillboardBanner variant={variant} />;
}

function BillboardBanner({ variant }: { readonly variant: NonNullable<ReturnType<typeof billboardOf>> }) {
  const query = useQuery(billboardQuery(variant));
  // Reserves the space, so that nothing moves when the billboard arrives.
  const placeholder = <div className={classes.billboard} aria-hidden="true" data-pending />;
  return (
    <QueryView query={query} loading={placeholder} failed={null}>
      {(data) => (
        <section aria-label={data.header} className={classes.billboard}>
          <div className={classes.text}>
            <h2 className={classes.header}>{data.header}</h2>
            <p className={classes.subheader}>{data.subheader}</p>
          </div>
          {data.button !== null && (
            <AnnouncementLink url={data.button.url}>{data.button.copy}</AnnouncementLink>
          )}
        </section>
      )}
    </QueryView>
  );
}
