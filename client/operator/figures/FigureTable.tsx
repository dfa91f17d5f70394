import type { FigureRow } from '#shared/operator/figures/contract-figures.ts';
import type { Figure, FigureBy } from '#shared/operator/figures/rules-figures.ts';
import {
  baseText,
  figureNumber,
  figureText,
  FIGURE_BY_LABELS,
  FIGURE_LABELS,
  FIGURE_UNITS,
} from '#shared/operator/figures/texts-figures.ts';
import { downloadCsv, toCsv } from '../../lib/csv.ts';
import { Button } from '../../ui/button/Button.tsx';
import { consolePaths } from '../console-paths.ts';
import { PathLink } from '../PathLink.tsx';
import classes from './Figures.module.css';

interface FigureTableProps {
  readonly figure: Figure;
  readonly by: FigureBy;
  readonly rows: readonly FigureRow[];
}

/** A figure's table, newest or greatest first, and its file. */
export function FigureTable({ figure, by, rows }: FigureTableProps) {
  const isTime = by === 'week' || by === 'month';
  const shown = isTime ? rows.toReversed() : rows;
  const most = Math.max(...rows.map(({ value }) => value ?? 0), 0);
  const hasBase = rows.some((row) => baseText(figure, row) !== null);
  const save = () => {
    const head = [FIGURE_BY_LABELS[by], `${FIGURE_LABELS[figure]} (${FIGURE_UNITS[figure]})`];
    const body = shown.map(({ key, name, value }) => [name ?? key, figureNumber(figure, value)] as const);
    downloadCsv(`${figure}-by-${by}.csv`, toCsv([head, ...body]));
  };
  if (rows.length === 0) return <p className={classes.about}>There is nothing in this range.</p>;
  return (
    <>
      <div className={classes.actions}>
        <Button kind="plain" onClick={save}>
          Download as CSV
        </Button>
      </div>
      <table className={classes.table}>
        <caption>{`${FIGURE_LABELS[figure]} by ${FIGURE_BY_LABELS[by].toLowerCase()}`}</caption>
        <thead>
          <tr>
            <th scope="col">{isTime ? `${FIGURE_BY_LABELS[by]} of` : FIGURE_BY_LABELS[by]}</th>
            <th scope="col">{FIGURE_LABELS[figure]}</th>
            {hasBase && <th scope="col">Of</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <Name by={by} row={row} />
                {!isTime && <Bar share={most === 0 ? 0 : (row.value ?? 0) / most} />}
              </th>
              <td>{figureText(figure, row.value)}</td>
              {hasBase && <td>{baseText(figure, row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Name({ by, row: { key, name } }: { readonly by: FigureBy; readonly row: FigureRow }) {
  if (by === 'musician') return <PathLink to={consolePaths.musician(key)}>{name}</PathLink>;
  return by === 'service' ? name : <time dateTime={key}>{key}</time>;
}

/** Its length stands for the number beside it. */
const Bar = ({ share }: { readonly share: number }) => (
  <span className={classes.bar} aria-hidden="true">
    <span style={{ width: `${Math.max(0, share * 100)}%` }} />
  </span>
);
