import { expect, test } from 'vitest';
import { readOnboarding } from './onboarding-draft.ts';

const ZONE = 'Asia/Tokyo';
const EMPTY = {
  timezone: ZONE,
  persona_type: '',
  persona_level: '',
  persona_diy: '',
  interests: [],
  comments: '',
};
const draft = { ...EMPTY, timezone: 'Europe/Lisbon', persona_type: 'band', persona_level: 'hobby' };

test.each([null, '', 'null', '{"step":"INTERESTS"}', '[1]', '{not json'])(
  'an unreadable draft starts anew: %o',
  (kept) => {
    expect(readOnboarding(kept, ZONE)).toEqual({ step: 'WELCOME', draft: EMPTY });
  },
);

test('answers come back, at the step where they were left', () => {
  const kept = { step: 'PERSONA_DIY', draft };
  expect(readOnboarding(JSON.stringify(kept), ZONE)).toEqual(kept);
});

test('a draft never opens past its answers, and invalid answers are dropped', () => {
  const kept = { step: 'THANK_YOU', draft: { ...draft, persona_level: 7, interests: 'x' } };
  expect(readOnboarding(JSON.stringify(kept), ZONE)).toEqual({
    step: 'PERSONA_LEVEL',
    draft: { ...draft, persona_level: '' },
  });
});
