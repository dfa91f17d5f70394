import { ConsoleTabs } from '../ConsoleTabs.tsx';

const TABS = [
  { to: '/musicians', text: 'All musicians' },
  { to: '/musicians/payouts', text: 'Payouts' },
] as const;

/** The title of a screen of Musicians, and its parts. */
export const MusiciansTabs = ({ title }: { readonly title: string }) => (
  <ConsoleTabs title={title} label="Musicians" tabs={TABS} />
);
