import type { NotificationSettings } from '#shared/me/contract.ts';
import { NOTIFICATIONS } from '#shared/me/texts.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { Toggle } from '../../ui/form/Toggle.tsx';
import { useNotificationSwitch } from '../api.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from '../profile/Cards.module.css';

interface Switch {
  readonly name: keyof NotificationSettings;
  readonly label: string;
  readonly hint: string;
}
type Groups = readonly { readonly title: string; readonly switches: readonly Switch[] }[];

/** Switches by group (docs/product/me.md#notification-switches). */
const CLIENT_GROUPS: Groups = [
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
      { name: 'files', label: 'Files', hint: 'When files are due, need an update or are ready to download.' },
    ],
  },
  {
    title: 'Newsletter',
    switches: [{ name: 'marketing', label: 'Newsletter', hint: 'News and offers of the studio.' }],
  },
];
const PARTNER_GROUPS: Groups = [
  {
    title: 'Sessions',
    switches: [
      {
        name: 'booking',
        label: 'Bookings',
        hint: 'New and changed sessions, reminders, messages and ratings.',
      },
      { name: 'cancellation', label: 'Cancellations', hint: 'When a client or the studio cancels.' },
    ],
  },
  {
    title: 'Files',
    switches: [
      {
        name: 'files',
        label: 'Files',
        hint: 'When a client has sent files for you to review, and when yours are late.',
      },
    ],
  },
];

/** Notification switches; each saves itself (docs/product/me.md#notification-switches). */
export function NotificationsTab() {
  const { role, notification_settings: settings } = useMe();
  const switchTo = useNotificationSwitch();
  const change = (name: keyof NotificationSettings, on: boolean) =>
    switchTo.mutate(
      { name, on },
      {
        onSuccess: () => toast(NOTIFICATIONS.saved),
        onError: () => toast(NOTIFICATIONS.trouble, 'danger'),
      },
    );
  return (
    <div className={classes.twoColumns}>
      {(role === 'partner' ? PARTNER_GROUPS : CLIENT_GROUPS).map(({ title, switches }) => (
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
      <p className={`${classes.note} ${classes.fullWidth}`}>
        {role === 'client'
          ? 'We always email you about security and payments.'
          : 'We always email you about security.'}
      </p>
    </div>
  );
}
