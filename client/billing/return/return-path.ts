/** The screen that the browser came back to from a payment, until that screen has asked. */
let path: string | null = null;

export function setReturnPath(pathname: string): void {
  path = pathname;
}

/** Whether a payment has just returned to this path; true once. */
export function takeReturnPath(pathname: string): boolean {
  if (path !== pathname) return false;
  path = null;
  return true;
}
