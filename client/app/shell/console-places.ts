import type { ShellView } from './shell-parts.ts';

/** The navigation bar of the console, which alone loads it. */
export const CONSOLE_VIEW: ShellView = {
  home: '/',
  navItems: [
    { to: '/', text: 'Today', icon: 'home' },
    { to: '/people', text: 'People', icon: 'people' },
    { to: '/musicians', text: 'Musicians', icon: 'explore' },
    { to: '/sessions', text: 'Sessions', icon: 'sessions' },
    {
      to: '/documents',
      text: 'Content',
      icon: 'content',
      also: ['/pictures', '/services', '/prices', '/coupons', '/flags'],
    },
    { to: '/system', text: 'System', icon: 'system' },
    { to: '/audit-log', text: 'Audit log', icon: 'log' },
  ],
  credits: null,
  fullAccess: null,
  profile: false,
};
