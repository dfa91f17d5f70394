import type { ReactNode } from 'react';
import { ConsoleTabs } from '../ConsoleTabs.tsx';

const TABS = [
  { to: '/documents', text: 'Documents' },
  { to: '/pictures', text: 'Pictures' },
  { to: '/services', text: 'Services' },
  { to: '/prices', text: 'Prices' },
  { to: '/coupons', text: 'Coupons' },
  { to: '/flags', text: 'Flags' },
] as const;

interface ContentTabsProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
}

/** The title of a screen of Content, and its parts. */
export const ContentTabs = ({ title, actions }: ContentTabsProps) => (
  <ConsoleTabs title={title} actions={actions} label="Content" tabs={TABS} />
);
