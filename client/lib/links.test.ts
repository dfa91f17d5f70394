import { describe, expect, test } from 'vitest';
import type { Studio } from '#shared/content/contract.ts';
import { feedbackLink, fillLink, sessionSupportLink, supportLink } from './links.ts';

const person = { name: 'Zoë & Co', email: 'zoe+1@example.com' };
const studio = (links: Partial<Studio>) =>
  ({ support_url: null, support_email: null, feedback_form_url: null, ...links }) as Studio;

describe('links of the settings', () => {
  test('are filled with name and e-mail, encoded', () => {
    expect(fillLink('https://help.example/f?n={name}&e={email}', person)).toBe(
      'https://help.example/f?n=Zo%C3%AB%20%26%20Co&e=zoe%2B1%40example.com',
    );
  });

  test('Contact Support is the form, else a mail, else absent', () => {
    const form = 'https://help.example/';
    expect(supportLink(studio({ support_url: form, support_email: 'a@b.c' }), person)).toBe(form);
    expect(supportLink(studio({ support_email: 'a@b.c' }), person)).toBe(
      'mailto:a@b.c?subject=Help%20with%20my%20account%20(Zo%C3%AB%20%26%20Co)&body=%0D%0A%0D%0AZo%C3%AB%20%26%20Co%0D%0Azoe%2B1%40example.com',
    );
    expect(supportLink(studio({}), person)).toBeNull();
  });

  test('name the session where there is one, and leave its place empty where there is none', () => {
    const form = 'https://help.example/?s={session_id}&n={name}';
    expect(fillLink(form, person, 100217)).toBe('https://help.example/?s=100217&n=Zo%C3%AB%20%26%20Co');
    expect(supportLink(studio({ support_url: form }), person)).toBe(
      'https://help.example/?s=&n=Zo%C3%AB%20%26%20Co',
    );
  });

  const letter = { subject: 'Help & session #1', lines: ['Track: Night + Day', '', 'Bye'] };
  test('help for a session is the form, filled', () => {
    const filled = studio({
      support_url: 'https://help.example/?s={session_id}&e={email}',
      support_email: 'a@b.c',
    });
    expect(sessionSupportLink(filled, person, 100217, letter)).toBe(
      'https://help.example/?s=100217&e=zoe%2B1%40example.com',
    );
  });

  test('else a mail that is begun, else absent', () => {
    expect(sessionSupportLink(studio({ support_email: 'a@b.c' }), person, 1, letter)).toBe(
      'mailto:a@b.c?subject=Help%20%26%20session%20%231&body=Track%3A%20Night%20%2B%20Day%0D%0A%0D%0ABye',
    );
    expect(sessionSupportLink(studio({}), person, 1, letter)).toBeNull();
  });

  test('feedback that could not be sent goes to the form, else a mail', () => {
    const form = 'https://form.example/#session={session_id}';
    expect(feedbackLink(studio({ feedback_form_url: form }), person, 7)).toBe(
      'https://form.example/#session=7',
    );
    expect(feedbackLink(studio({ support_email: 'a@b.c' }), person, 7)).toBe(
      'mailto:a@b.c?subject=Help%20with%20session%20%237%20(Zo%C3%AB%20%26%20Co)',
    );
    expect(feedbackLink(studio({}), person, 7)).toBeNull();
  });
});
