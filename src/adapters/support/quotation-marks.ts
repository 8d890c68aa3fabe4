/**
 * Says what is wrong with the value of a variable that has quotation marks around it. A shell and the parser of `.env`
 * remove them, and `docker run --env-file` keeps them.
 */
export function faultOfQuotationMarks(value: string): string | undefined {
  if (!/^(["'`]).*\1$/s.test(value)) return undefined;
  return 'has quotation marks around its value, which only a shell and .env remove; leave them out';
}
