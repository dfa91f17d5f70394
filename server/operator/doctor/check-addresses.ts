import type { Settings } from '../../lib/settings.ts';
import { note, wrong, type Finding } from './finding.ts';

const isHttps = (url: string): boolean => new URL(url).protocol === 'https:';
const isHere = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** What the names of the fronts ask of other settings; nothing where no front has a name of its own. */
export function checkAddresses({
  origins,
  trustProxy,
  s3,
  smtpUrl,
  mailFrom,
  supportEmail,
}: Pick<
  Settings,
  'origins' | 'trustProxy' | 's3' | 'smtpUrl' | 'mailFrom' | 'supportEmail'
>): readonly Finding[] {
  const behindTls = Object.values(origins).some(({ canonical }) => isHttps(canonical));
  return [
    ...(behindTls && trustProxy === false
      ? [note('Proxy', 'TRUST_PROXY is not set: all people behind a proxy count as one caller.')]
      : []),
    ...(behindTls && s3 !== null ? linksToFiles(s3.publicEndpoint ?? s3.endpoint) : []),
    ...(smtpUrl === null
      ? []
      : [
          ...unset('MAIL_FROM', mailFrom, 'mail comes from'),
          ...unset('SUPPORT_EMAIL', supportEmail, 'requests for help go to'),
        ]),
  ];
}

/** Browsers send files themselves; null: to Amazon, by https. */
function linksToFiles(endpoint: string | null): readonly Finding[] {
  if (endpoint === null || isHttps(endpoint)) return [];
  const what = 'Links to files';
  return isHere(endpoint)
    ? [note(what, `Browsers are sent to ${endpoint}, which only those on this machine reach.`)]
    : [
        wrong(
          what,
          `Pages over https may not send files to ${endpoint}: S3_PUBLIC_ENDPOINT takes an address with https.`,
        ),
      ];
}

const unset = (name: string, value: string, what: string): readonly Finding[] =>
  /@talkback\.test>?$/.test(value)
    ? [note(name, `${name} is not set: ${what} ${value}, which is nobody.`)]
    : [];
