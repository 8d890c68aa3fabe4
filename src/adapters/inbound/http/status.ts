export type Phase = 'starting' | 'serving' | 'draining';

/** The state of the whole service. The service sets it, and requests and probes read it. */
export interface ServiceStatus {
  phase: Phase;
  /** The address that programs on this machine can call. It is empty until the service listens. */
  url: string;
}
