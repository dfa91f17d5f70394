/** The tabs of a session's panel as they stand in its address (part 2 section 2). */
export const SESSION_TABS = ['session-details', 'track-details', 'files-management', 'messages'] as const;
export type SessionTab = (typeof SESSION_TABS)[number];
/** The musician's feedback form stands where a tab would. */
export const FEEDBACK_PATH = 'feedback';
export type PanelPart = SessionTab | typeof FEEDBACK_PATH;

/** Reads the hash grammar `#tab[&key=value]`, with or without its `#`. */
export function parseHash(hash: string): {
  readonly tab: string;
  readonly values: Readonly<Record<string, string>>;
} {
  const [tab = '', ...pairs] = hash.replace(/^#/, '').split('&');
  return {
    tab: tab.includes('=') ? '' : tab,
    values: Object.fromEntries(new URLSearchParams(pairs.join('&'))),
  };
}
