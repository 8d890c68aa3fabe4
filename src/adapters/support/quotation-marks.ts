/**
 * Returns what is wrong with a value in quotation marks, which `docker run --env-file` keeps, unlike a shell and
 * `.env`.
 */
export function faultOfQuotationMarks(value: string): string | undefined {
  if (!/^(["'`]).*\1$/s.test(value)) return undefined;
  return 'has quotation marks around its value, which only a shell and .env remove; leave them out';
}
