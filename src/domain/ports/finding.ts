/** The result of one check of the configuration or the store. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly ok: boolean;
  /** What was found, in one sentence. */
  readonly says: string;
  /** What to do; absent when the check is ok. */
  readonly fix?: string;
}
