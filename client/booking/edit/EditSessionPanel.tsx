import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FORM } from '#shared/booking/texts.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { ProblemError } from '../../lib/api.ts';
import { showFieldErrors } from '../../lib/error-message.ts';
import { type QueryState, QueryView } from '../../lib/QueryView.tsx';
import { truncateTitle } from '../../sessions/list/list.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Panel } from '../../ui/overlay/Panel.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { configurationQuery } from '../api.ts';
import { BackToSession, onlyTab } from './BackToSession.tsx';
import classes from '../form/Booking.module.css';
import { fieldOf, type FormPath, stepOf } from '../form/booking-form.ts';
import { EDIT_FORM, EDIT_PANEL, EDIT_TABS, type EditTab, EditTabPanel } from './EditTabPanel.tsx';
import { useBookedSession } from './use-booked-session.ts';
import { useEdit } from './use-edit.ts';
import { useEditForm } from './use-edit-form.ts';
import { useLeaveConfirmation } from '../hold/use-leave-confirmation.ts';

/** Edit mode with its two tabs (docs/product/booking.md#editing). */
export function EditSessionPanel() {
  const booked = useBookedSession();
  if (booked === null) return <Navigate to="/sessions" search={onlyTab} replace />;
  return <Edit booked={booked} />;
}

function Edit({ booked }: { booked: QueryState<Session> }) {
  const session = booked.data;
  const slug = session?.partner.slug ?? '';
  const configured = useQuery({ ...configurationQuery(slug), enabled: slug !== '' });
  // Without a configuration the form falls back to the defaults.
  const configuration = configured.isError ? (configured.data ?? null) : configured.data;
  const { form, opened, changed } = useEditForm(session, configuration);
  const [tab, setTab] = useState<EditTab>('track');
  const [failure, setFailure] = useState<string | null>(null);
  const saving = useEdit(opened, (id) => form.setValue('track_id', id));
  const leave = useLeaveConfirmation(changed, { unload: true });
  const navigate = useNavigate();

  if (opened !== null && !opened.allowed.allowed)
    return <BackToSession id={opened.session.id} reason={opened.allowed.reason} />;

  const back = () =>
    void navigate({
      to: '/sessions/$id/{-$tab}',
      params: { id: String(session?.id ?? ''), tab: undefined },
      search: onlyTab,
      replace: true,
      resetScroll: false,
    });
  /** Opens the tab with the field, so that its error can be seen. */
  const showTabOf = (name: FormPath | undefined) => {
    if (name !== undefined) flushSync(() => setTab(stepOf(name)));
  };

  const handleError = (error: Error) => {
    const { status, code, errors } =
      error instanceof ProblemError ? error.problem : { status: 0, code: '', errors: undefined };
    if (status === 401 && code !== 'not_signed_in') {
      showTabOf('track_title');
      form.setError('track_title', { type: 'server', message: FORM.notAllowed }, { shouldFocus: true });
      return;
    }
    showTabOf(errors?.map(({ field }) => fieldOf(field)).find((name) => name !== undefined));
    if (!showFieldErrors(error, form.setError, fieldOf)) setFailure(FORM.serverTrouble);
  };
  const save = form.handleSubmit(
    (values) => {
      if (saving.isPending) return;
      setFailure(null);
      saving.mutate(values, {
        onSuccess: () => {
          toast('Your changes are saved.');
          leave.answer(true);
          back();
        },
        onError: handleError,
      });
    },
    (errors) => {
      const names = Object.keys(errors) as FormPath[];
      showTabOf(names.find((name) => stepOf(name) === 'track') ?? names[0]);
    },
  );

  return (
    <>
      <Panel
        title={PANEL.editTitle}
        subtitle={
          session &&
          `${truncateTitle(session.session_info.title ?? session.service.label)} with ${session.partner.name}`
        }
        bar={
          opened === null ? undefined : (
            <Tabs
              label={PANEL.editTitle}
              tabs={EDIT_TABS}
              present={tab}
              onChange={setTab}
              controls={EDIT_PANEL}
            />
          )
        }
        footer={
          opened === null ? undefined : (
            <>
              {failure !== null && (
                <p role="alert" className={classes.error}>
                  {failure}
                </p>
              )}
              <span className={classes.spacer} />
              <Button type="submit" form={EDIT_FORM} aria-disabled={saving.isPending || undefined}>
                {saving.isPending ? 'Saving...' : 'Save changes'}
              </Button>
            </>
          )
        }
        mayClose={leave.ask}
        onClose={back}
      >
        <QueryView query={booked} loading={<RowsSkeleton what="the session" />}>
          {() =>
            opened === null ? (
              <RowsSkeleton what="the session" />
            ) : (
              <EditTabPanel
                form={form}
                service={opened.service}
                configuration={configuration ?? null}
                tab={tab}
                onSubmit={(event) => void save(event)}
              />
            )
          }
        </QueryView>
      </Panel>
      <ConfirmDialog
        opened={leave.asking}
        title="Leave without saving?"
        confirm="Leave"
        cancel="Keep editing"
        danger
        onConfirm={() => leave.answer(true)}
        onCancel={() => leave.answer(false)}
      >
        Your changes to this session are not saved yet.
      </ConfirmDialog>
    </>
  );
}
