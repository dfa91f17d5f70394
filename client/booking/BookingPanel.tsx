import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { STEPS } from '../../shared/booking/texts.ts';
import type { Average, Service } from '../../shared/catalogue/contract.ts';
import { wordsOf } from '../app/problem-words.ts';
import { StarsAverage } from '../sessions/components/StarsAverage.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { Steps } from '../ui/Steps.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import classes from './components/Booking.module.css';
import { BookingFooter } from './components/BookingFooter.tsx';
import { BookingStep } from './components/BookingStep.tsx';
import { HoldPill } from './components/HoldPill.tsx';
import { LimitDialog } from './components/LimitDialog.tsx';
import { useBooking } from './components/use-booking.ts';
import { useConfirm } from './components/use-confirm.ts';
import { useLeave } from './components/use-leave.ts';
import { creditsText } from './components/words.ts';

/** Books a session with one musician (part 2 "Booking side panel"). Its address keeps the hold and the step. */
export function BookingPanel() {
  const { slug } = useParams({ from: '/signed-in/explore/$slug' });
  return <Booking key={slug} slug={slug} />;
}

function Booking({ slug }: { slug: string }) {
  const booking = useBooking(slug);
  const confirming = useConfirm(booking);
  const live = booking.hold.stage === 'live';
  const leave = useLeave(live);
  const navigate = useNavigate();
  const mobile = useMobile();
  const { partner, configuration, service, step, steps, hold } = booking;

  if (partner.data === null || configuration.data === null) {
    return <Navigate to="/explore" search={withoutBooking} replace />;
  }
  const failure = [partner, configuration].find(({ isError, data }) => isError && data === undefined)?.error;
  const ready = partner.data !== undefined && configuration.data !== undefined && hold.stage !== 'asking';
  const retry = () => {
    if (partner.isError) void partner.refetch();
    if (configuration.isError) void configuration.refetch();
  };
  const close = () => void navigate({ to: '/explore', search: withoutBooking, resetScroll: false });

  return (
    <>
      <Panel
        title={partner.data?.name ?? 'Booking'}
        {...(service || partner.data?.rating
          ? { subtitle: <About service={service} rating={partner.data?.rating ?? null} /> }
          : {})}
        {...(partner.data && !mobile
          ? { media: <Avatar name={partner.data.name} src={partner.data.image_url} size={56} square /> }
          : {})}
        actions={<HoldPill hold={hold} />}
        {...(ready
          ? {
              bar: (
                <Steps
                  label="Steps of your booking"
                  steps={steps.map((one) => STEPS[one])}
                  present={steps.indexOf(step)}
                />
              ),
              footer: <BookingFooter booking={booking} confirming={confirming} onClose={close} />,
            }
          : {})}
        mayClose={leave.ask}
        onClose={close}
      >
        {failure ? (
          <ErrorState onRetry={retry}>{wordsOf(failure)}</ErrorState>
        ) : hold.stage === 'failed' ? (
          <ErrorState onRetry={hold.retry}>We could not look up the time you hold.</ErrorState>
        ) : ready && partner.data ? (
          <BookingStep booking={booking} partner={partner.data} trackLost={confirming.trackLost} />
        ) : (
          <RowsSkeleton what="the booking" />
        )}
      </Panel>
      <ConfirmDialog
        opened={leave.asking}
        title="Give this time back?"
        confirm="Give it back"
        cancel="Keep booking"
        onConfirm={async () => {
          await booking.giveBack();
          leave.answer(true);
        }}
        onCancel={() => leave.answer(false)}
      >
        We hold it for you until you confirm. If you leave now, others can book it.
      </ConfirmDialog>
      <LimitDialog
        opened={confirming.planFull}
        concurrency={booking.me.subscription.concurrency}
        onClose={confirming.closePlanFull}
      />
    </>
  );
}

/** The service, how long it takes and costs, and what others gave the musician. */
function About({ service, rating }: { service: Service | undefined; rating: Average }) {
  return (
    <span className={classes.about}>
      {service &&
        `${service.label} · ${service.unit_minutes * service.slots} min · ${creditsText(service.price)}`}
      <StarsAverage rating={rating} />
    </span>
  );
}

/** The listing's own search, as it was behind the panel. */
function withoutBooking({ instrument }: { instrument?: string }): { instrument?: string } {
  return instrument === undefined ? {} : { instrument };
}
