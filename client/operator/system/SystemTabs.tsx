import { TabLink, TabLinks } from '../../ui/layout/TabLinks.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import classes from './System.module.css';

const TABS = [
  { to: '/system', text: 'Overview' },
  { to: '/system/mails', text: 'Mails' },
  { to: '/system/queues', text: 'Queues' },
  { to: '/system/webhooks', text: 'Webhooks' },
] as const;

/** The title and the parts of System. */
export function SystemTabs() {
  return (
    <>
      <PageTitle>System</PageTitle>
      <div className={classes.tabs}>
        <TabLinks label="System">
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
