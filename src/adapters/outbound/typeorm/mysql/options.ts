export interface MysqlOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Absent: no TLS. */
  readonly tls?: {
    /** PEM texts: authorities to trust instead of Node's, and the certificate and key of the client. */
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    /** Whether a trusted authority must have issued the server's certificate. */
    readonly rejectUnauthorized: boolean;
    /** Whether the certificate must also name `host`. */
    readonly verifyIdentity: boolean;
  };
  /** The most connections, at least 1. */
  readonly poolSize: number;
}
