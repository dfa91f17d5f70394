const pad = (n: number) => String(n).padStart(2, '0');

/** A position in seconds as players show it: '0:07', '3:45', '1:02:09'; '–:–' when unknown. */
export function formatPosition(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return '–:–';
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** The same for screen readers: '1:23 of 3:45', or the position alone while the length is unknown. */
export function positionLabel(at: number, seconds: number | null): string {
  return seconds === null ? formatPosition(at) : `${formatPosition(at)} of ${formatPosition(seconds)}`;
}

const STEP_SECONDS = 5;

/**
 * The position after a key press on the slider, by WAI-ARIA's pattern (docs/product/files.md#player); null for
 * other keys.
 */
export function positionAfterKey(key: string, at: number, seconds: number): number | null {
  const to = {
    ArrowRight: at + STEP_SECONDS,
    ArrowUp: at + STEP_SECONDS,
    ArrowLeft: at - STEP_SECONDS,
    ArrowDown: at - STEP_SECONDS,
    PageUp: at + seconds / 10,
    PageDown: at - seconds / 10,
    Home: 0,
    End: seconds,
  }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), seconds);
}
