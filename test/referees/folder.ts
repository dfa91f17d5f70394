import fs from 'node:fs';
import path from 'node:path';

/** Providers' own publications, beside the project unless REFEREES names another folder. */
export const REFEREES = path.resolve(process.env['REFEREES'] ?? '../shared/referees');

export const hasReferees = (): boolean => fs.existsSync(path.join(REFEREES, 'stripe/fixtures3.json'));
