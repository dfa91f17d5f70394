import type { Role } from '../../../shared/lib/endpoint.ts';
import { formatDay, zoneLabel } from '../../../shared/lib/time.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { linkOf } from '../../../shared/sessions/rules-track.ts';
import { PANEL } from '../../../shared/sessions/texts.ts';
import { Hint } from '../../ui/Tooltip.tsx';
import { Fact } from './Facts.tsx';
import { OtherZone } from './OtherZone.tsx';

interface FactsProps {
  readonly session: Session;
  readonly viewer: Role;
  readonly zone: string;
}

/** Date, start time with its timezone, in the reader's zone. */
export function WhenFacts({ session, viewer, zone }: FactsProps) {
  const start = Temporal.Instant.from(session.start_date);
  const other = viewer === 'partner' ? session.user : session.partner;
  return (
    <>
      <Fact label="Date">{formatDay(start, zone)}</Fact>
      <Fact label="Start time">
        <OtherZone at={start} zone={zone} other={other} /> {zoneLabel(zone, start)}
      </Fact>
    </>
  );
}

/** How long it is booked for. */
export function LengthFact({ session }: { session: Session }) {
  return <Fact label="Session length">{`${session.duration} minutes`}</Fact>;
}

/** Whether the client comes to the livestream. */
export function AttendanceFact({ session }: { session: Session }) {
  const { attendance } = session.deliverables;
  const words = attendance === true ? PANEL.attending : PANEL.notAttending;
  return <Fact label="Attending livestream">{attendance === null ? null : words}</Fact>;
}

/** What is played and how it is delivered. */
export function ServiceFacts({ session }: { session: Session }) {
  return (
    <>
      <Fact label="Service">{session.service.label}</Fact>
      <Fact label="Deliverables format">{session.deliverables.files_format}</Fact>
    </>
  );
}

/** The doors to the livestream, while there are any. "Its tooltip gives a password equal to the client's first name." */
export function StreamFacts({ session, viewer }: Pick<FactsProps, 'session' | 'viewer'>) {
  const { livestream_link, audio_link, user } = session;
  const [firstName] = user.name.trim().split(/\s+/);
  const whose =
    viewer === 'partner' ? "The password is the client's first name" : 'The password is your first name';
  return (
    <>
      {livestream_link !== null && (
        <Fact label="Livestream link">
          <Outside href={livestream_link} />
        </Fact>
      )}
      {audio_link !== null && (
        <Fact label="Audio-streaming link">
          <Outside href={audio_link} /> <Hint label={`${whose}: ${firstName}`}>Password</Hint>
        </Fact>
      )}
    </>
  );
}

/** The track's own rows. */
export function TrackFacts({ session }: { session: Session }) {
  const { title, track_genre, meter, bpm, sampleRate } = session.session_info;
  return (
    <>
      <Fact label="Track">{title}</Fact>
      <Fact label="Genre">{track_genre}</Fact>
      <Fact label="Meter">{meter}</Fact>
      <Fact label="BPM">{bpm}</Fact>
      <ReferenceFact session={session} />
      <Fact label="Sample rate">{rateText(sampleRate)}</Fact>
    </>
  );
}

/** "Sample rate (shown with 24-bit)"; null without one. */
export function rateText(sampleRate: string | null): string | null {
  return sampleRate === null || sampleRate === '' ? null : `${sampleRate}, 24-bit`;
}

/** The reference track as a link, or the words that there is none. */
export function ReferenceFact({ session }: { session: Session }) {
  const reference = session.session_info.reference_track ?? '';
  const href = linkOf(reference);
  return (
    <Fact label="Reference track">
      {reference === '' && PANEL.noReference}
      {reference !== '' && (href === null ? reference : <Outside href={href}>{reference}</Outside>)}
    </Fact>
  );
}

function Outside({ href, children }: { href: string; children?: string }) {
  const safe = linkOf(href);
  if (safe === null) return <span>{href}</span>;
  return (
    <a href={safe} target="_blank" rel="noreferrer">
      {children ?? href.replace(/^https?:\/\//, '')}
    </a>
  );
}
