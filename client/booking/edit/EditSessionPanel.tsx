import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FORM } from '../../shared/booking/texts.ts';
import { PANEL } from '../../shared/sessions/texts.ts';
import { ProblemError } from '../app/api.ts';
import { showFieldErrors, wordsOf } from '../app/problem-words.ts';
import { truncateTitle } from '../sessions/components/list.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { toast } from '../ui/toast.ts';
import { configurationQuery } from './api.ts';
import { BackToSession, onlyTab } from './components/BackToSession.tsx';
import classes from './components/Booking.module.css';
import { FIELD_OF, type FormName, stepOf } from './components/booking-form.ts';
import { EDIT_FORM, EDIT_PANEL, EDIT_TABS, type EditTab, EditTabPanel } from './components/EditTabPanel.tsx';
import { useBooked } from './components/use-booked.ts';
import { useEdit } from './components/use-edit.ts';
import { useEditForm } from './components/use-edit-form.ts';
import { useLeave } from './components/use-leave.ts';

/** Edit mode: 'Edit Session' with its two tabs (part 2 section 2). */
export function EditSessionPanel() {
  const booked = useBooked();
  if (booked.state === 'absent') return <Navigate to="/sessions" search={onlyTab} replace />;
  return <Edit booked={booked} />;
}

function Edit({ booked }: { booked: Exclude<ReturnType<typeof useBooked>, { state: 'absent' }> }) {
  const session = booked.state === 'there' ? booked.session : undefined;
  const slug = session?.partner.slug ?? '';
  const configured = useQuery({ ...configurationQuery(slug), enabled: slug !== '' });
  // What cannot be read of it falls back to its defaults (part 2 section 8).
  const configuration = configured.isError ? (configured.data ?? null) : configured.data;
  const { form, opened, changed } = useEditForm(session, configuration);
  const [tab, setTab] = useState<EditTab>('track');
  const [trouble, setTrouble] = useState<string | null>(null);
  const saving = useEdit(opened, (id) => form.setValue('track_id', id));
  const leave = useLeave(changed, { unload: true });
  const navigate = useNavigate();

  if (opened !== null && !opened.allowed.allowed)
    return <BackToSession id={opened.session.id} why={opened.allowed.reason} />;

  const back = () =>
    void navigate({
      to: '/sessions/$id/{-$tab}',
      params: { id: String(session?.id ?? ''), tab: undefined },
      search: onlyTab,
      replace: true,
      resetScroll: false,
    });
  /** A field's words are no help on the tab that is not shown. */
  const show = (name: FormName | undefined) => {
    if (name !== undefined) flushSync(() => setTab(stepOf(name)));
  };

  const refused = (error: Error) => {
    const { status, code, errors } =
      error instanceof ProblemError ? error.problem : { status: 0, code: '', errors: undefined };
    if (code === 'not_signed_in') return;
    if (status === 401) {
      show('track_title');
      form.setError('track_title', { type: 'server', message: FORM.notAllowed }, { shouldFocus: true });
      return;
    }
    show(errors?.map(({ field }) => FIELD_OF[field]).find((name) => name !== undefined));
    if (!showFieldErrors(error, form.setError, FIELD_OF)) setTrouble(FORM.serverTrouble);
  };
  const save = form.handleSubmit(
    (values) => {
      if (saving.isPending) return;
      setTrouble(null);
      saving.mutate(values, {
        onSuccess: () => {
          toast('Your changes are saved.');
          leave.answer(true);
          back();
        },
        onError: refused,
      });
    },
    (errors) => {
      const names = Object.keys(errors) as FormName[];
      show(names.find((name) => stepOf(name) === 'track') ?? names[0]);
    },
  );

  return (
    <>
      <Panel
        title={PANEL.editTitle}
        {...(session === undefined
          ? {}
          : {
              subtitle: `${truncateTitle(session.session_info.title ?? session.service.label)} with ${session.partner.name}`,
            })}
        {...(opened === null
          ? {}
          : {
              bar: (
                <Tabs
                  label={PANEL.editTitle}
                  tabs={EDIT_TABS}
                  present={tab}
                  onChange={setTab}
                  controls={EDIT_PANEL}
                />
              ),
              footer: (
                <>
                  {trouble !== null && (
                    <p role="alert" className={classes.trouble}>
                      {trouble}
                    </p>
                  )}
                  <span className={classes.space} />
                  <Button type="submit" form={EDIT_FORM} aria-disabled={saving.isPending || undefined}>
                    {saving.isPending ? 'Saving...' : 'Save changes'}
                  </Button>
                </>
              ),
            })}
        mayClose={leave.ask}
        onClose={back}
      >
        {booked.state === 'failed' ? (
          <ErrorState onRetry={booked.retry} retrying={booked.retrying}>
            {wordsOf(booked.error)}
          </ErrorState>
        ) : opened === null ? (
          <RowsSkeleton what="the session" />
        ) : (
          <EditTabPanel
            form={form}
            service={opened.service}
            configuration={configuration ?? null}
            tab={tab}
            onSubmit={(event) => void save(event)}
          />
        )}
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
