import type { ReactNode } from 'react';
import { TabLink, TabLinks } from '../ui/layout/TabLinks.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import classes from './ConsoleTabs.module.css';

interface ConsoleTabsProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** What the tabs are parts of. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly text: string }[];
}

/** The title of a screen, and the parts of the place that it belongs to. */
export function ConsoleTabs({ title, actions, label, tabs }: ConsoleTabsProps) {
  return (
    <>
      <PageTitle actions={actions}>{title}</PageTitle>
      <div className={classes.tabs}>
        <TabLinks label={label}>
          {tabs.map(({ to, text }) => (
            <TabLink key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              {text}
            </TabLink>
          ))}
        </TabLinks>
      </div>
    </>
  );
}
