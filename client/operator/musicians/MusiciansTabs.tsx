import type { ReactNode } from 'react';
import { TabLink, TabLinks } from '../../ui/layout/TabLinks.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import classes from './Musicians.module.css';

const TABS = [
  { to: '/musicians', text: 'All musicians' },
  { to: '/payouts', text: 'Payouts' },
] as const;

/** The title and the parts of Musicians. */
export function MusiciansTabs({ title, actions }: { readonly title: string; readonly actions?: ReactNode }) {
  return (
    <>
      <PageTitle actions={actions}>{title}</PageTitle>
      <div className={classes.tabs}>
        <TabLinks label="Musicians">
          {TABS.map(({ to, text }) => (
            <TabLink key={to} to={to as string} activeOptions={{ exact: true, includeSearch: false }}>
              {text}
            </TabLink>
          ))}
        </TabLinks>
      </div>
    </>
  );
}
