const FLAG = 'referred';

/** Stores that the sign-up began with a valid code, for the progress bar. */
export function storeReferred(valid: boolean): void {
  try {
    if (valid) sessionStorage.setItem(FLAG, '1');
    else sessionStorage.removeItem(FLAG);
  } catch {
    // The bar then starts at the second step.
  }
}

/** Whether the sign-up in this tab began with a valid code. */
export function isReferred(): boolean {
  try {
    return sessionStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}
