import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { PROFILE } from '#shared/me/texts.ts';
import { useMe } from '../../lib/session.ts';
import { Announcements } from '../../content/announcements/Announcements.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { TabLink, TabLinks } from '../../ui/layout/TabLinks.tsx';
import { NotificationsTab } from '../notifications/NotificationsTab.tsx';
import { profileTabs, readProfileHash, type ProfileTab } from './profile-hash.ts';
import { ProfileTab as Profile } from './ProfileTab.tsx';
import { SecurityTab } from '../security/SecurityTab.tsx';
import classes from './ProfilePage.module.css';

const NAMES: Readonly<Record<ProfileTab, string>> = {
  profile: 'Profile',
  page: 'My Page',
  calendar: 'My Calendar',
  invoice: 'Invoice',
  notifications: 'Notifications',
  security: 'Security',
  billing: 'Billing',
  referral: 'Referral',
  data: 'Your data',
};

const CONTENTS: Readonly<Partial<Record<ProfileTab, ComponentType>>> = {
  profile: Profile,
  notifications: NotificationsTab,
  security: SecurityTab,
  page: lazy(async () => ({ default: (await import('../page/MyPageTab.tsx')).MyPageTab })),
  calendar: lazy(async () => ({ default: (await import('../calendar/CalendarTab.tsx')).CalendarTab })),
  invoice: lazy(async () => ({ default: (await import('../invoice/InvoiceTab.tsx')).InvoiceTab })),
  billing: lazy(async () => ({ default: (await import('../billing/BillingTab.tsx')).BillingTab })),
  referral: lazy(async () => ({
    default: (await import('../../referrals/ReferralTab.tsx')).ReferralTab,
  })),
  data: lazy(async () => ({ default: (await import('../../privacy/OwnDataTab.tsx')).OwnDataTab })),
};

/** The profile with its tabs (docs/product/me.md#profile-tabs). */
export function ProfilePage() {
  const { role } = useMe();
  const hash = useLocation({ select: (location) => location.hash });
  const { tab } = readProfileHash(hash, role);
  const tabs = profileTabs(role).filter((one) => CONTENTS[one] !== undefined);
  const Content = CONTENTS[tab] ?? Profile;
  const loading = <RowsSkeleton what={NAMES[tab]} count={4} />;

  return (
    <>
      <PageTitle tab={NAMES[tab]}>{PROFILE.title}</PageTitle>
      <Announcements place="profile" loading={loading}>
        <div className={classes.tabs}>
          <TabLinks label={PROFILE.title}>
            {tabs.map((one) => (
              <TabLink
                key={one}
                to="/profile"
                hash={one}
                activeOptions={{ includeHash: true }}
                aria-current={one === tab ? 'page' : undefined}
                hashScrollIntoView={false}
                resetScroll={false}
              >
                {NAMES[one]}
              </TabLink>
            ))}
          </TabLinks>
        </div>
        <Suspense fallback={loading}>
          <Content key={tab} />
        </Suspense>
      </Announcements>
    </>
  );
}
