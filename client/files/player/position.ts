const two = (n: number) => String(n).padStart(2, '0');

/** A place in a recording, in seconds, as players show it: '0:07', '3:45', '1:02:09'; '–:–' where it is not known. */
export function formatPlace(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return '–:–';
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The same for those who listen: '1:23 of 3:45', or the place alone while the length is not known. */
export function placeInWords(at: number, seconds: number | null): string {
  return seconds === null ? formatPlace(at) : `${formatPlace(at)} of ${formatPlace(seconds)}`;
}

const STEP_SECONDS = 5;

/**
 * Where a key takes the place in a recording of that many seconds; null for keys that take it nowhere. Arrows go 5 s,
 * Page Up and Page Down a tenth, Home and End to the ends (WAI-ARIA's slider).
 */
export function placeAfterKey(key: string, at: number, seconds: number): number | null {
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
