import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A record of one request, made when its response is sent or its connection is lost. It contains no secret and no body.
 */
export interface RequestRecord {
  readonly requestId: string;
  /** The trace id of a valid traceparent. It is absent without one. */
  readonly traceId?: string | undefined;
  /** The method. It is absent when the request line could not be read. */
  readonly method: string | undefined;
  /** The pattern of the path, such as /v1/pets/:petId. It is absent when no route has the path. */
  readonly route?: string | undefined;
  /** The path if no route has it, bounded, and without a query or a key. */
  readonly path?: string | undefined;
  /** The status. It is absent when the connection was lost before the response began. */
  readonly status: number | undefined;
  /** The time from the arrival of the head to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the connection was lost before the response was complete. */
  readonly aborted: boolean;
  readonly accountId?: bigint | undefined;
  readonly keyPrefix?: string | undefined;
  /**
   * The network address of the client. It is absent if `accountId` names the client, and for a request that did not
   * reach the application.
   */
  readonly address?: string | undefined;
  /** The reason why the request failed. It is absent after a success. */
  readonly error: unknown;
}

/** Called once for each request, for the log and the metrics. */
export type RequestObserver = (record: RequestRecord) => void;

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
