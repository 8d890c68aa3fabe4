/** Turns passwords into hashes that may be stored. */
export interface PasswordHasher {
  /** A salted hash with its parameters, at most 255 ASCII characters. */
  hash(password: string): Promise<string>;
  /** Whether the hash is this password's. Takes as long for a wrong password as for a right one. */
  verify(hash: string, password: string): Promise<boolean>;
}

/** The passwords that guessers try first. */
export interface CommonPasswords {
  /** Whether the list has this password. @param password in lower case. */
  has(password: string): Promise<boolean>;
}
