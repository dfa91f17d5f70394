import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import { BY_OF, FIGURES } from '#shared/operator/figures/rules-figures.ts';
import { FIGURE_ABOUT, FIGURE_BY_LABELS, FIGURE_LABELS } from '#shared/operator/figures/texts-figures.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Placeholder, Loading } from '../../ui/feedback/Skeleton.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { consolePaths } from '../console-paths.ts';
import { Section } from '../Section.tsx';
import { figureQuery } from './api.ts';
import { FigureTable } from './FigureTable.tsx';
import { daysOf, RANGES, readFiguresSearch } from './figures-search.ts';
import classes from './Figures.module.css';

const loadChart = async () => (await import('./FigureChart.tsx')).FigureChart;

const CHOICES = FIGURES.map((value) => ({ value, label: FIGURE_LABELS[value] }));
const SPANS = RANGES.map((months) => ({ value: String(months), label: `${months} months` }));

/** Charts, each with its table (docs/product/operator.md#figures). */
export function FiguresPage() {
  const search = readFiguresSearch(useSearch({ strict: false }));
  const { figure, by, months } = search;
  const now = useNowFor((at) => daysOf(months, at), 600_000);
  const { timezone: zone } = useMe();
  const navigate = useNavigate();
  const query = useQuery(figureQuery({ figure, by, ...daysOf(months, now) }));
  const change = (part: Record<string, string | null>) => {
    const next = readFiguresSearch({ ...search, ...part });
    const href = consolePaths.figures({ figure: next.figure, by: next.by, months: String(next.months) });
    void navigate({ href, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageTitle>Figures</PageTitle>
      <search className={classes.filter} aria-label="Choice of the figure">
        <SelectBox
          label="Figure"
          data={CHOICES}
          value={figure}
          onChange={(value) => change({ figure: value })}
        />
        <SelectBox
          label="By"
          data={BY_OF[figure].map((value) => ({ value, label: FIGURE_BY_LABELS[value] }))}
          value={by}
          onChange={(value) => change({ by: value })}
        />
        <SelectBox
          label="Range"
          data={SPANS}
          value={String(months)}
          onChange={(value) => change({ months: value })}
        />
      </search>
      <Section title={FIGURE_LABELS[figure]}>
        <p className={classes.about}>{FIGURE_ABOUT[figure]}</p>
        <QueryView
          query={query}
          loading={
            <Loading what="the figure">
              <Placeholder height="280px" />
            </Loading>
          }
          errorTitle="We could not load the figure"
        >
          {(shown) => (
            <div aria-busy={query.isPlaceholderData}>
              {(shown.by === 'week' || shown.by === 'month') && (
                <div className={classes.chart}>
                  <LazyComponent
                    load={loadChart}
                    enabled
                    props={{ figure: shown.figure, rows: shown.rows }}
                  />
                </div>
              )}
              <FigureTable {...shown} />
              <p className={classes.about}>
                {shown.summed_at === null
                  ? 'Nothing was summed yet: that happens each hour.'
                  : `Days are those of UTC. Summed on ${formatUpdatedAt(Temporal.Instant.from(shown.summed_at), zone)}; that happens each hour for days near today, each night for others.`}
              </p>
            </div>
          )}
        </QueryView>
      </Section>
    </>
  );
}
