import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Calendar } from '../../calendar/Calendar.tsx';
import { CalendarSourceProvider } from '../../calendar/source.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { consolePaths } from '../console-paths.ts';
import { ObjectPage } from '../ObjectPage.tsx';
import { Section } from '../Section.tsx';
import { musicianQuery } from './api.ts';
import { calendarOf } from './calendar-source.ts';
import { Conflicts } from './Conflicts.tsx';
import classes from './MusicianPage.module.css';

/** A musician's calendar, changed by the operator (docs/product/operator.md#calendar-of-a-musician). */
export function CalendarPage() {
  const { id = '' } = useParams({ strict: false });
  const source = useMemo(() => calendarOf(id), [id]);
  const query = useQuery(musicianQuery(id));
  return (
    <ObjectPage
      list={{ to: consolePaths.musician(id), text: 'Musician' }}
      what="musician"
      none="Nobody is here"
      query={query}
    >
      {({ musician: { name }, conflicts }) => (
        <>
          <PageTitle>{`Calendar of ${name}`}</PageTitle>
          <p className={classes.intro}>The musician sees each change at once. Each is in the audit log.</p>
          <CalendarSourceProvider key={id} value={source}>
            <Calendar
              renderNotices={(zone) =>
                conflicts.length > 0 && (
                  <Section title="Conflicts with their calendar">
                    <Conflicts conflicts={conflicts} zone={zone} />
                  </Section>
                )
              }
            />
          </CalendarSourceProvider>
        </>
      )}
    </ObjectPage>
  );
}
