/** What was looked at, whether it is as it should be, and what to do where it is not. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  readonly fix?: string;
}
