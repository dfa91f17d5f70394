import type { Role } from '#shared/lib/endpoint.ts';
import { formatDay, formatTime, zoneLabel } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import type { HideableField } from '#shared/sessions/rules-options.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { joinOpensAt } from '#shared/sessions/rules-steps.ts';
import { normalizeLink } from '#shared/sessions/rules-track.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { Hint } from '../../ui/overlay/Tooltip.tsx';
import { CopyText } from './CopyText.tsx';
import { Fact, Note } from './Facts.tsx';
import { OtherZone } from '../list/OtherZone.tsx';

interface FactsProps {
  readonly session: Session;
  readonly viewer: Role;
  readonly zone: string;
}

/** Date and start time with the zone, in the reader's zone. */
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

/** The length in minutes. */
export function LengthFact({ session }: { session: Session }) {
  return <Fact label="Session length">{`${session.duration} minutes`}</Fact>;
}

/** Whether the client attends the livestream. */
export function AttendanceFact({ session }: { session: Session }) {
  const { attendance } = session.deliverables;
  const words = attendance === true ? PANEL.attending : PANEL.notAttending;
  return <Fact label="Attending livestream">{attendance === null ? null : words}</Fact>;
}

/** The service and the format of the deliverables. */
export function ServiceFacts({ session }: { session: Session }) {
  return (
    <>
      <Fact label="Service">{session.service.label}</Fact>
      <Fact label="Deliverables format" hidden={hides(session, 'deliverables')}>
        {session.deliverables.files_format}
      </Fact>
    </>
  );
}

/** The price in credits; nothing when it was free. */
export function PriceFact({ session: { credits } }: { session: Session }) {
  return credits > 0 && <Fact label="Price">{`${credits} credit${credits === 1 ? '' : 's'}`}</Fact>;
}

/** The livestream and audio links, when they work, and the password (docs/product/sessions.md#livestream). */
export function StreamFacts({ session, viewer, zone }: FactsProps) {
  const { livestream_link, audio_link, user } = session;
  const password = user.name.trim().split(/\s+/)[0] ?? '';
  const owner =
    viewer === 'partner' ? "The password is the client's first name" : 'The password is your first name';
  const { ends_at, ...forRules } = withInstants(session);
  const opens = joinOpensAt(forRules);
  const isUsable = `It works from ${formatDay(opens, zone)}, ${formatTime(opens, zone)}, until ${formatTime(ends_at, zone)}.`;
  return (
    <>
      {livestream_link !== null && (
        <Fact label="Livestream link">
          <ExternalLink href={livestream_link} />
          <Note>{isUsable}</Note>
        </Fact>
      )}
      {audio_link !== null && (
        <Fact label="Audio-streaming link">
          <ExternalLink href={audio_link} />
          <Note>
            <Hint label={`${owner}: ${password}`}>Password</Hint>{' '}
            <CopyText text={password} label={PANEL.copyPassword} />
          </Note>
        </Fact>
      )}
    </>
  );
}

const hides = ({ service }: Session, field: HideableField): boolean => service.hidden_fields.includes(field);

/** What the client says about the music. */
export function MusicFacts({ session }: { session: Session }) {
  const { title, track_genre, meter, bpm } = session.session_info;
  return (
    <>
      <Fact label="Track">{title}</Fact>
      <Fact label="Genre" hidden={hides(session, 'track_genre')}>
        {track_genre}
      </Fact>
      <Fact label="Meter" hidden={hides(session, 'meter')}>
        {meter}
      </Fact>
      <Fact label="BPM" hidden={hides(session, 'bpm')}>
        {bpm}
      </Fact>
    </>
  );
}

/** The sample rate. */
export function RateFact({ session }: { session: Session }) {
  return (
    <Fact label="Sample rate" hidden={hides(session, 'sample_rate')}>
      {rateText(session.session_info.sampleRate)}
    </Fact>
  );
}

/** The track's own rows. */
export function TrackFacts({ session }: { session: Session }) {
  return (
    <>
      <MusicFacts session={session} />
      <ReferenceFact session={session} />
      <RateFact session={session} />
      <OptionFacts session={session} />
    </>
  );
}

/** The service's own questions and their answers. */
export function OptionFacts({ session }: { session: Session }) {
  return session.session_info.named_options.map(({ label, value }) => (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ));
}

/** The sample rate with its bit depth; null without one. */
function rateText(sampleRate: string | null): string | null {
  return sampleRate === null || sampleRate === '' ? null : `${sampleRate}, 24-bit`;
}

/** The reference track as a link, or that there is none. */
export function ReferenceFact({ session }: { session: Session }) {
  const reference = session.session_info.reference_track ?? '';
  const href = normalizeLink(reference);
  if (reference === '' && hides(session, 'reference_track')) return null;
  return (
    <Fact label="Reference track">
      {reference === '' && PANEL.noReference}
      {reference !== '' && (href === null ? reference : <ExternalLink href={href}>{reference}</ExternalLink>)}
    </Fact>
  );
}

function ExternalLink({ href, children }: { href: string; children?: string }) {
  const safe = normalizeLink(href);
  if (safe === null) return <span>{href}</span>;
  return (
    <a href={safe} target="_blank" rel="noreferrer">
      {children ?? href.replace(/^https?:\/\//, '')}
    </a>
  );
}
