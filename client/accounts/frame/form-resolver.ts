import type { FieldValues, Resolver } from 'react-hook-form';
import type { FieldError } from '#shared/lib/problem.ts';

/** Resolver for the form library from a rule that the server uses too; strips `user.` from field names. */
export function resolverOf<Values extends FieldValues>(
  rule: (values: Values) => readonly FieldError[],
): Resolver<Values> {
  return (values) => {
    const problems = rule(values).map(
      ({ field, message }) => [field.replace('user.', ''), { type: 'rule', message }] as const,
    );
    return problems.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(problems) as never };
  };
}
