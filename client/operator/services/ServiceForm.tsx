import { useCallback, useMemo, useState } from 'react';
import type { EditableService } from '#shared/catalogue/contract-service.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getService } from '#shared/operator/content/contract-services.ts';
import { SERVICE_TEXTS } from '#shared/operator/content/texts-services.ts';
import { changedValues } from '#shared/operator/rules-audit.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { ConflictNotice } from '../content/ConflictNotice.tsx';
import content from '../content/Content.module.css';
import formClasses from '../content/DocumentForm.module.css';
import { DocumentFormContext } from '../content/form-context.ts';
import { withAt, type Value } from '../content/form-value.ts';
import { Fields } from '../content/FormFieldView.tsx';
import { LeaveQuestion } from '../content/LeaveQuestion.tsx';
import { Section } from '../Section.tsx';
import { useChangeService } from './api.ts';
import classes from './Services.module.css';

interface ServiceFormProps {
  readonly found: ResponseOf<typeof getService>;
  readonly zone: string;
}

/** What can be changed of a service. Somebody else's change meanwhile is shown beside one's own. */
export function ServiceForm({ found, zone }: ServiceFormProps) {
  const { service, value, form, seen: stored } = found;
  const [began, setBegan] = useState<{ readonly value: Value; readonly seen: string }>({
    value,
    seen: stored,
  });
  const [typed, setTyped] = useState<Value>(value);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const change = useChangeService(service.id);
  const isDirty = changedValues(began.value, typed).length > 0;
  const isOld = stored !== began.seen && !change.isPending;
  const take = () => {
    setBegan({ value, seen: stored });
    setTyped(value);
    setErrors([]);
  };
  // What somebody else did is taken over while nothing is typed.
  if (isOld && !isDirty) take();

  const put = useCallback(
    (path: string, next: unknown) => setTyped((now) => withAt(now, path, next) as Value),
    [],
  );
  const shared = useMemo(() => ({ form, pictures: [], errors, change: put }), [form, errors, put]);
  const save = (seen: string) => {
    if (change.isPending) return;
    // The server refuses what does not fit, by field.
    change.mutate(
      { seen, value: typed as EditableService },
      {
        onSuccess: () => {
          setBegan({ value: typed, seen });
          setErrors([]);
          toast('The service is changed');
        },
        onError: (error) => setErrors(errorsOf(error)),
      },
    );
  };
  return (
    <>
      <LeaveQuestion isUnsaved={isDirty} what="about this service" />
      <Section title="What clients read and pay">
        <p className={classes.lead}>{SERVICE_TEXTS.lead}</p>
        <DocumentFormContext value={shared}>
          <div className={formClasses.form}>
            <Fields of="" path="" value={typed} />
          </div>
        </DocumentFormContext>
      </Section>
      {isOld && isDirty && (
        <ConflictNotice
          title="Somebody else has changed this service meanwhile"
          theirs={value}
          mine={typed}
          zone={zone}
          onKeepMine={() => save(stored)}
          onTakeTheirs={take}
        />
      )}
      {change.error !== null && !isCode(change.error, 'changed') && (
        <div className={content.notices}>
          <Notice tone="danger" alert>
            {errors.length > 0 ? 'Some fields are wrong. Nothing was saved.' : errorMessage(change.error)}
          </Notice>
        </div>
      )}
      <div className={`${content.bar} ${isDirty ? content.sticky : ''}`}>
        {isDirty && (
          <>
            <Button
              aria-disabled={change.isPending || isOld || undefined}
              onClick={() => !isOld && save(began.seen)}
            >
              Save changes
            </Button>
            <Button
              kind="plain"
              onClick={() => {
                setTyped(began.value);
                setErrors([]);
                change.reset();
              }}
            >
              Undo changes
            </Button>
          </>
        )}
        <p>{isDirty ? 'Not saved yet.' : 'Everything here is saved.'}</p>
      </div>
    </>
  );
}

const isCode = (error: Error, code: string): boolean =>
  error instanceof ProblemError && error.problem.code === code;

/** What the server refused, by the form's own paths. */
const errorsOf = (error: Error): readonly FieldError[] =>
  error instanceof ProblemError
    ? (error.problem.errors ?? []).map(({ field, message }) => ({
        field: field.replace(/^value\./, ''),
        message,
      }))
    : [];
