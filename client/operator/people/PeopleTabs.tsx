import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { ConsoleTabs } from '../ConsoleTabs.tsx';
import { consolePaths } from '../console-paths.ts';

const TABS = [
  { to: paths.people(), text: 'Everybody' },
  { to: consolePaths.rewards, text: 'Rewards' },
  { to: consolePaths.importMembers, text: 'Import members' },
  { to: consolePaths.importMusicians, text: 'Import musicians' },
  { to: consolePaths.importSessions, text: 'Import sessions' },
] as const;

interface PeopleTabsProps {
  readonly title: string;
  readonly actions?: ReactNode;
}

/** The title of a screen of People, and its parts. */
export const PeopleTabs = ({ title, actions }: PeopleTabsProps) => (
  <ConsoleTabs title={title} actions={actions} label="People" tabs={TABS} />
);
