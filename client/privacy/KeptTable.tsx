import { KEPT } from '#shared/privacy/rules-kept.ts';
import { useMe } from '../lib/session.ts';
import { Questions } from '../ui/layout/Questions.tsx';
import { Card } from '../ui/layout/Card.tsx';

/** What is kept of the person, why, how long, and what deleting the account does to it. */
export function KeptTable() {
  const isMusician = useMe().role === 'partner';
  const kinds = KEPT.filter(({ what }) => isMusician || !what.startsWith('Of musicians'));
  return (
    <Card title="What we keep">
      <Questions
        questions={kinds.map(({ what, why, howLong, erasing }) => ({
          question: what.replace('Of musicians: your', 'Your'),
          answer: (
            <>
              {why}
              <br />
              <b>How long:</b> {howLong}
              <br />
              <b>When you delete your account:</b> {erasing}
            </>
          ),
        }))}
      />
    </Card>
  );
}
