import { ConsoleTabs } from '../ConsoleTabs.tsx';

const TABS = [
  { to: '/system', text: 'Overview' },
  { to: '/system/mails', text: 'Mails' },
  { to: '/system/queues', text: 'Queues' },
  { to: '/system/webhooks', text: 'Webhooks' },
] as const;

/** The title and the parts of System. */
export const SystemTabs = () => <ConsoleTabs title="System" label="System" tabs={TABS} />;
