import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { STEPS } from '#shared/booking/texts.ts';
import type { Average, Service } from '#shared/catalogue/contract.ts';
import { readExploreSearch, type ExploreSearch } from '../../explore/explore-search.ts';
import { MusicianBrief } from '../../explore/page/MusicianBrief.tsx';
import { PageLink } from '../../explore/page/PageLink.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { StarsAverage } from '../../sessions/rate/StarsAverage.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { LazyConfirmDialog } from '../../ui/overlay/LazyConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Panel } from '../../ui/overlay/Panel.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Steps } from '../../ui/feedback/Steps.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import classes from './Booking.module.css';
import { BookingFooter } from './BookingFooter.tsx';
import { BookingStep } from './BookingStep.tsx';
import { HoldPill } from '../hold/HoldPill.tsx';
import { LimitDialog } from '../limits/LimitDialog.tsx';
import { useWaitingForCredits } from '../hold/use-waiting-for-credits.ts';
import { useLeaveConfirmation } from '../hold/use-leave-confirmation.ts';
import { creditsText } from './format.ts';
import { useBooking } from '../state/booking-context.ts';
import { BookingProvider } from '../state/BookingProvider.tsx';

/** Books a session with one musician (docs/product/booking.md#steps). Hold and step are in its address. */
export function BookingPanel() {
  const { slug } = useParams({ from: '/signed-in/explore/$slug' });
  return (
    <BookingProvider key={slug} slug={slug}>
      <Booking />
    </BookingProvider>
  );
}

function Booking() {
  const booking = useBooking();
  const live = booking.hold.stage === 'live';
  const leave = useLeaveConfirmation(live);
  useWaitingForCredits(booking);
  const navigate = useNavigate();
  const mobile = useMobile();
  const { partner, configuration, service, step, steps, hold } = booking;

  if (partner.data === null || configuration === null) {
    return <Navigate to="/explore" search={withoutBooking} replace />;
  }
  const failed = partner.isError && partner.data === undefined;
  const ready =
    partner.data !== undefined &&
    configuration !== undefined &&
    hold.stage !== 'loading' &&
    booking.isResumed;
  const close = () => void navigate({ to: '/explore', search: withoutBooking, resetScroll: false });
  const pending =
    hold.stage === 'failed' ? (
      <ErrorState onRetry={hold.retry}>We could not load the time you are holding.</ErrorState>
    ) : (
      <RowsSkeleton what="the booking" />
    );

  return (
    <>
      <Panel
        title={partner.data?.name ?? 'Booking'}
        subtitle={
          partner.data && (
            <ServiceSummary service={service} rating={partner.data.rating}>
              <PageLink slug={partner.data.slug} name={partner.data.name} />
            </ServiceSummary>
          )
        }
        media={
          partner.data && !mobile ? (
            <Avatar
              name={partner.data.name}
              id={partner.data.id}
              src={partner.data.image_url}
              size={56}
              square
            />
          ) : undefined
        }
        actions={<HoldPill hold={hold} />}
        lines={3}
        bar={
          !failed && (
            <Steps
              label="Steps of your booking"
              steps={steps.map((one) => STEPS[one])}
              present={steps.indexOf(step)}
            />
          )
        }
        footer={ready ? <BookingFooter onClose={close} /> : undefined}
        mayClose={leave.ask}
        onClose={close}
      >
        <QueryView query={partner} loading={pending}>
          {(musician) =>
            ready && musician && hold.stage !== 'failed' ? (
              <>
                {!mobile && step === steps[0] && <MusicianBrief musician={musician} />}
                <BookingStep partner={musician} />
              </>
            ) : (
              pending
            )
          }
        </QueryView>
      </Panel>
      <LazyConfirmDialog
        opened={leave.asking}
        title="Leave without booking?"
        confirm="Release it and leave"
        cancel="Keep booking"
        onConfirm={async () => {
          await booking.release();
          leave.answer(true);
        }}
        secondary={{ text: 'Leave and keep holding it', onPress: () => leave.answer(true) }}
        onCancel={() => leave.answer(false)}
      >
        Release your time so that others can book it. Or keep holding it: it stays in sight on every screen
        until it runs out.
      </LazyConfirmDialog>
      <LimitDialog
        opened={booking.isPlanFull}
        concurrency={booking.me.subscription.concurrency}
        onClose={booking.closePlanFull}
      />
    </>
  );
}

interface ServiceSummaryProps {
  readonly service: Service | undefined;
  readonly rating: Average;
  readonly children: ReactNode;
}

/** The service with length and price, and the musician's rating. */
function ServiceSummary({ service, rating, children }: ServiceSummaryProps) {
  return (
    <span className={classes.serviceSummary}>
      {service &&
        `${service.label} · ${service.unit_minutes * service.slots} min · ${creditsText(service.price)}`}
      <StarsAverage rating={rating} />
      {children}
    </span>
  );
}

/** The list's own search parameters, without the panel's. */
function withoutBooking(search: object): ExploreSearch {
  return readExploreSearch({ ...search });
}
