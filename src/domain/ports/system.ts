export interface Clock {
  now(): Date;
}

/** The cryptography that the core needs. */
export interface Secrets {
  /** `length` characters drawn evenly from `alphabet` (at most 256) by a cryptographically secure generator. */
  randomText(alphabet: string, length: number): string;
  /** SHA-256 (FIPS 180-4) of the text's UTF-8, as 64 lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** The same of texts that come one after another. */
  startSha256(): { add(text: string): void; digest(): string };
  /** CRC-32 (ISO-HDLC, as in zlib and RFC 1952) of the text's UTF-8, 0 to 2^32 - 1. */
  crc32(text: string): number;
}
