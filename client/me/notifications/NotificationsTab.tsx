import type { NotificationSettings } from '../../../shared/me/contract.ts';
import { NOTIFICATIONS } from '../../../shared/me/texts.ts';
import { useMe } from '../../app/session.ts';
import { toast } from '../../ui/toast.ts';
import { Toggle } from '../../ui/Toggle.tsx';
import { useSwitch } from '../api.ts';
import { Card } from './Card.tsx';
import classes from './Card.module.css';

interface Switch {
  readonly name: keyof NotificationSettings;
  readonly label: string;
  readonly hint: string;
}
type Groups = readonly { readonly title: string; readonly switches: readonly Switch[] }[];

/** "Notification groups: user sessions, files, newsletter; partner sessions, files" (part 2 section 6). */
const OF_CLIENTS: Groups = [
  {
    title: 'Sessions',
    switches: [
      { name: 'booking', label: 'Bookings', hint: 'Booked and changed sessions, reminders and messages.' },
      { name: 'cancellation', label: 'Cancellations', hint: 'When a session is cancelled.' },
    ],
  },
  {
    title: 'Files',
    switches: [
      { name: 'files', label: 'Files', hint: 'When files are due, asked for again or ready to download.' },
    ],
  },
  {
    title: 'Newsletter',
    switches: [{ name: 'marketing', label: 'Newsletter', hint: 'News and offers of the studio.' }],
  },
];
const OF_PARTNERS: Groups = [
  {
    title: 'Sessions',
    switches: [
      { name: 'booking', label: 'Bookings', hint: 'New and changed sessions, reminders and messages.' },
      { name: 'cancellation', label: 'Cancellations', hint: 'When a client or the studio cancels.' },
    ],
  },
  {
    title: 'Files',
    switches: [{ name: 'files', label: 'Files', hint: 'When a client has sent files for you to review.' }],
  },
];

/** Which mails one wants; each switch saves itself (part 2 sections 5 and 8). */
export function NotificationsTab() {
  const { role, notification_settings: settings } = useMe();
  const turn = useSwitch();
  const change = (name: keyof NotificationSettings, on: boolean) =>
    turn.mutate(
      { name, on },
      {
        onSuccess: () => toast(NOTIFICATIONS.saved),
        onError: () => toast(NOTIFICATIONS.trouble, 'danger'),
      },
    );
  return (
    <div className={classes.stack}>
      {(role === 'partner' ? OF_PARTNERS : OF_CLIENTS).map(({ title, switches }) => (
        <Card key={title} title={title}>
          <div>
            {switches.map(({ name, label, hint }) => (
              <Toggle
                key={name}
                label={label}
                hint={hint}
                on={settings[name]}
                onChange={(on) => change(name, on)}
              />
            ))}
          </div>
        </Card>
      ))}
      <p className={classes.note}>E-mails about security and money always come.</p>
    </div>
  );
}
