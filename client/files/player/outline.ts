/** Height of the drawing's box; its width is one unit for every peak. */
export const OUTLINE_HEIGHT = 100;

/** A thin line stays where there is silence. */
const SILENCE = 1.5;

/** The outline of a sound as an SVG path: the peaks (0 to 255, contract `waveform`) above a middle line and mirrored below. */
export function outlinePath(peaks: readonly number[]): string {
  const middle = OUTLINE_HEIGHT / 2;
  const halves = peaks.map((peak) => Math.max(SILENCE, (Math.min(Math.max(peak, 0), 255) / 255) * middle));
  const above = halves.map((half, x) => `${x + 0.5} ${(middle - half).toFixed(1)}`);
  const below = halves.map((half, x) => `${x + 0.5} ${(middle + half).toFixed(1)}`).toReversed();
  const points = [`0 ${middle}`, ...above, `${peaks.length} ${middle}`, ...below];
  return peaks.length === 0 ? '' : `M${points.join('L')}Z`;
}
