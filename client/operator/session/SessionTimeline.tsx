import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { TimelineEntry } from '#shared/operator/contract-session.ts';
import { TIMELINE_MAX } from '#shared/operator/rules-sessions.ts';
import { Section } from '../Section.tsx';
import classes from './SessionPage.module.css';
import { entryText } from './timeline-text.ts';

interface SessionTimelineProps {
  readonly timeline: readonly TimelineEntry[];
  readonly zone: string;
}

/** What happened to a session, the newest first. */
export function SessionTimeline({ timeline, zone }: SessionTimelineProps) {
  return (
    <Section title="Timeline">
      <ol className={classes.timeline}>
        {timeline.map((entry) => {
          const { kind, what, about, reason } = entryText(entry);
          return (
            <li key={`${entry.kind} ${entry.id}`} data-kind={entry.kind}>
              <time dateTime={entry.at}>{formatUpdatedAt(Temporal.Instant.from(entry.at), zone)}</time>
              <span className={classes.kind}>{kind}</span>
              <div>
                <b>{what}</b> <span className={classes.small}>{about}</span>
                {reason !== null && <p className={classes.reason}>{reason}</p>}
              </div>
            </li>
          );
        })}
      </ol>
      {timeline.length === TIMELINE_MAX && (
        <p className={classes.text}>Only the newest {TIMELINE_MAX} entries are shown.</p>
      )}
    </Section>
  );
}
