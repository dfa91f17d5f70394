import fs from 'node:fs';
import path from 'node:path';

/** Providers' own publications, beside the project unless REFEREES names another folder. */
export const REFEREES = path.resolve(process.env['REFEREES'] ?? '../shared/referees');

const FILES = ['stripe/fixtures3.json', 'paypal/billing_subscriptions_v1.json'];

export const hasReferees = (): boolean => FILES.every((name) => fs.existsSync(path.join(REFEREES, name)));
