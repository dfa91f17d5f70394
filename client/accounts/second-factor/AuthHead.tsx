import auth from '../frame/Auth.module.css';

/** The heading of a step of the login, and what it is about. */
export function AuthHead({ title, lead, email }: { title: string; lead: string; email?: string }) {
  return (
    <div className={auth.head}>
      <h1>{title}</h1>
      <p className={auth.lead}>
        {lead}
        {email !== undefined && (
          <>
            {' '}
            <b>{email}</b>.
          </>
        )}
      </p>
    </div>
  );
}
