import type { OnboardingAnswers } from '#shared/accounts/rules-onboarding.ts';
import type { Tx } from '../../db/transaction.ts';

/** Saves a person's answers; the first completion time stays. */
export async function saveAnswers(
  tx: Tx,
  personId: string,
  answers: OnboardingAnswers,
  now: Temporal.Instant,
): Promise<void> {
  const { persona_type, persona_level, persona_diy } = answers;
  const values = {
    persona_type,
    persona_level,
    persona_diy,
    interests: JSON.stringify(answers.interests),
    comments: answers.comments === '' ? null : answers.comments,
  };
  await tx
    .insertInto('onboarding_answers')
    .values({ person_id: personId, ...values, completed_at: now })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
}
