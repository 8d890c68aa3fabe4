import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request, when its response is sent or its connection is lost. Holds no secret and no body. */
export interface RequestRecord {
  readonly requestId: string;
  /** From a valid traceparent; absent without one. */
  readonly traceId?: string | undefined;
  /** Absent when the request line could not be read. */
  readonly method: string | undefined;
  /** The pattern of the path, such as /v1/pets/:petId; absent when no route has the path. */
  readonly route?: string | undefined;
  /** Absent when the connection was lost before the response began. */
  readonly status: number | undefined;
  /** From the arrival of the head to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the connection was lost before the response was complete. */
  readonly aborted: boolean;
  readonly accountId?: bigint | undefined;
  readonly keyPrefix?: string | undefined;
  /** Why the request failed; absent after a success. */
  readonly error: unknown;
}

/** Called once for each request, for the log and the metrics. */
export type RequestObserver = (record: RequestRecord) => void;

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
