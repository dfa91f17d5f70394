/** Height of the drawing's box; its width is one unit for every peak. */
export const WAVEFORM_HEIGHT = 100;

/** Silence is drawn as a thin line. */
const SILENCE = 1.5;

/** The peaks reduced to `count` bars, each as high as its loudest peak (0 to OUTLINE_HEIGHT). */
export function barsOf(peaks: readonly number[], count: number): number[] {
  if (peaks.length < count) return [];
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * peaks.length) / count));
    const peak = Math.max(...peaks.slice(from, to));
    return Math.max(SILENCE * 2, (Math.min(Math.max(peak, 0), 255) / 255) * WAVEFORM_HEIGHT);
  });
}

/** A waveform as an SVG path: the peaks (0 to 255) above a middle line and mirrored below. */
export function waveformPath(peaks: readonly number[]): string {
  const middle = WAVEFORM_HEIGHT / 2;
  const halves = peaks.map((peak) => Math.max(SILENCE, (Math.min(Math.max(peak, 0), 255) / 255) * middle));
  const above = halves.map((half, x) => `${x + 0.5} ${(middle - half).toFixed(1)}`);
  const below = halves.map((half, x) => `${x + 0.5} ${(middle + half).toFixed(1)}`).toReversed();
  const points = [`0 ${middle}`, ...above, `${peaks.length} ${middle}`, ...below];
  return peaks.length === 0 ? '' : `M${points.join('L')}Z`;
}

/** A waveform as an SVG path of separate bars, one for each peak. */
export function barsPath(peaks: readonly number[]): string {
  return barsOf(peaks, peaks.length)
    .map(
      (height, x) =>
        `M${x + 0.2} ${((WAVEFORM_HEIGHT - height) / 2).toFixed(1)}h.6v${height.toFixed(1)}h-.6z`,
    )
    .join('');
}
