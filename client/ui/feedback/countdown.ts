const pad = (n: number) => String(n).padStart(2, '0');

/** Time left as m:ss, or h:mm:ss from an hour on; never below 0:00. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** Whether the last two minutes have begun. */
export const isEnding = (leftMs: number): boolean => leftMs <= 120_000;

/** Live-region text: once each at 5 minutes, at 1 minute and at the end; empty before. */
export function announcementText(leftMs: number): string {
  if (leftMs <= 0) return 'Time is up.';
  if (leftMs <= 60_000) return '1 minute left.';
  if (leftMs <= 300_000) return '5 minutes left.';
  return '';
}
