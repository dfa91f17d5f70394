import type { Settings } from '../../lib/settings.ts';
import { note, right, type Finding } from './finding.ts';

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** The mail server: reached, and signed in to where SMTP_URL has a user. Sends nothing; throws where it fails. */
export async function checkMail({
  smtpUrl,
  mailFrom,
}: Pick<Settings, 'smtpUrl' | 'mailFrom'>): Promise<readonly Finding[]> {
  if (smtpUrl === null)
    return [note('Mail', 'SMTP_URL is not set: mail is kept in DATA_DIR/outbox and reaches nobody.')];
  // A start does without.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
  return [
    right(
      'Mail',
      `The server answers${hasUser(smtpUrl) ? ' and knows the user' : ''}. Mail comes from ${mailFrom}.`,
    ),
  ];
}

const hasUser = (url: string): boolean => URL.parse(url)?.username !== '';
