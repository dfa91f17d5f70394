const FLAG = 'referred';

/** Keeps for the rest of the sign-up that it began with a valid code: the progress bar shows its first step. */
export function keepReferred(valid: boolean): void {
  try {
    if (valid) sessionStorage.setItem(FLAG, '1');
    else sessionStorage.removeItem(FLAG);
  } catch {
    // The bar then begins at the second step.
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
