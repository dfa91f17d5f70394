import { ConsoleTabs } from '../ConsoleTabs.tsx';

const TABS = [
  { to: '/documents', text: 'Documents' },
  { to: '/pictures', text: 'Pictures' },
  { to: '/prices', text: 'Prices' },
  { to: '/flags', text: 'Flags' },
] as const;

/** The title of a screen of Content, and its parts. */
export const ContentTabs = ({ title }: { readonly title: string }) => (
  <ConsoleTabs title={title} label="Content" tabs={TABS} />
);
