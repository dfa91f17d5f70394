import { LOGIN } from '#shared/accounts/texts.ts';
import { PROFILE } from '#shared/me/texts.ts';
import { LIST } from '#shared/sessions/texts.ts';

/** A kind of screen by what it first shows. */
export type FrameKind =
  | 'login'
  | 'team'
  | 'explore'
  | 'sessions'
  | 'partner'
  | 'operator'
  | 'profile'
  | 'booking'
  | 'session';

const shape = (kind: string): string => `<div class="frame-shape frame-${kind}"></div>`;
const BRAND = '<div class="frame-brand"><div class="frame-dot"></div><div data-text="Talkback"></div></div>';
const titled = (text: string): string =>
  `<div class="frame-title" data-text="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>`;

/** The shell around a screen, with as many places as its people have. */
const shell = (places: number, title: string, shapes: string): string =>
  `<div class="frame-header">${BRAND}${shape('word').repeat(places)}<div class="frame-spacer"></div>${shape('face')}</div>` +
  `<div class="frame-main">${title}${shapes}</div><div class="frame-bottom"></div>`;
const titles = (text: string, action = ''): string =>
  `<div class="frame-titles">${titled(text)}${action}</div>`;
const ROWS = shape('row').repeat(5);
const TABS = '<div class="frame-tabs"></div>';
const CARDS = `<div class="frame-cards">${shape('card').repeat(8)}</div>`;
const PANEL = `<div class="frame-panel">${ROWS}</div>`;
const EXPLORE = shell(2, titles("Who's playing on your track?"), CARDS);
const SESSIONS = shell(2, titles(LIST.title, shape('action')), TABS + ROWS);

const LOGIN_SCREEN =
  `<div class="frame-header frame-form-header">${BRAND}</div>` +
  `<div class="frame-form">${titled(LOGIN.title)}<div class="frame-fields">${shape('field').repeat(3)}</div></div>` +
  '<div class="frame-art"></div>';

const FRAMES: Readonly<Record<FrameKind, string>> = {
  login: LOGIN_SCREEN,
  team: LOGIN_SCREEN,
  explore: EXPLORE,
  booking: EXPLORE + PANEL,
  sessions: SESSIONS,
  session: SESSIONS + PANEL,
  partner: shell(1, titles(LIST.title), ROWS),
  operator: shell(4, titles('Today'), ROWS),
  profile: shell(2, titles(PROFILE.title), TABS + ROWS),
};

/** What a page shows until its first screen stands, for eyes only (docs/product/ui.md#first-paint). */
export const frameOf = (kind: FrameKind): string =>
  `<div id="frame" class="frame frame-${kind}" aria-hidden="true">${FRAMES[kind]}</div>`;
