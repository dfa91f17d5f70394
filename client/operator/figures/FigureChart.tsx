import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { FigureRow } from '#shared/operator/figures/contract-figures.ts';
import type { Figure } from '#shared/operator/figures/rules-figures.ts';
import { figureNumber, FIGURE_UNITS } from '#shared/operator/figures/texts-figures.ts';

interface FigureChartProps {
  readonly figure: Figure;
  /** By week or month, in order. */
  readonly rows: readonly FigureRow[];
}

const HEIGHT = 260;
/** Counts and money are bars; what stands at an instant, and averages, are lines. */
const BARS: ReadonlySet<Figure> = new Set<Figure>(['bookings', 'revenue']);

/** A figure over time, for eyes: the table below says the same. */
export function FigureChart({ figure, rows }: FigureChartProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let plot = draw(element, figure, rows);
    const redraw = () => {
      plot.destroy();
      plot = draw(element, figure, rows);
    };
    // Canvas knows no custom properties: another theme is another drawing.
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    return () => {
      theme.disconnect();
      size.disconnect();
      plot.destroy();
    };
  }, [figure, rows]);
  return <div ref={box} aria-hidden="true" />;
}

function draw(element: HTMLElement, figure: Figure, rows: readonly FigureRow[]): uPlot {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, muted, line] = [color('--ink'), color('--muted'), color('--line')];
  const font = `13px ${color('--font-mono') || 'monospace'}`;
  const axis = { stroke: muted, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  const bars = BARS.has(figure) ? uPlot.paths.bars?.({ size: [0.7, 40] }) : undefined;
  const path = bars === undefined ? {} : { paths: bars, fill: ink, points: { show: false } };
  const x = rows.map(({ key }) => Temporal.Instant.from(`${key}T00:00:00Z`).epochMilliseconds / 1000);
  const y = rows.map(({ value }) => figureNumber(figure, value));
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { show: false },
    legend: { show: false },
    scales: { y: { range: rangeOf } },
    axes: [
      { ...axis, grid: { show: false } },
      { ...axis, size: 64, label: FIGURE_UNITS[figure], labelFont: font, labelSize: 20 },
    ],
    series: [{}, { stroke: ink, width: bars === undefined ? 2 : 0, spanGaps: true, ...path }],
  };
  return new uPlot(options, [x, y], element);
}

/** From 0, or from what is below it, to a little above the highest. */
function rangeOf(_plot: uPlot, low: number | null, high: number | null): [number, number] {
  const most = Math.max(high ?? 0, 0);
  return [Math.min(low ?? 0, 0), most === 0 ? 1 : most * 1.08];
}
