import { describe, expect, it } from 'vitest';
import type { Studio } from '../../shared/content/contract.ts';
import { fillLink, supportLink } from './links.ts';

const person = { name: 'Zoë & Co', email: 'zoe+1@example.com' };
const studio = (links: Partial<Studio>) => ({ support_url: null, support_email: null, ...links }) as Studio;

describe('links of the settings', () => {
  it('are filled with name and e-mail, encoded', () => {
    expect(fillLink('https://help.example/f?n={name}&e={email}', person)).toBe(
      'https://help.example/f?n=Zo%C3%AB%20%26%20Co&e=zoe%2B1%40example.com',
    );
  });

  it('Contact Support is the form, else a mail, else absent', () => {
    const form = 'https://help.example/';
    expect(supportLink(studio({ support_url: form, support_email: 'a@b.c' }), person)).toBe(form);
    expect(supportLink(studio({ support_email: 'a@b.c' }), person)).toBe('mailto:a@b.c');
    expect(supportLink(studio({}), person)).toBeNull();
  });
});
