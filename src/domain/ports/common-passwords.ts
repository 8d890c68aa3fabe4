/** The passwords that guessers try first. */
export interface CommonPasswords {
  /** Whether the list has this password. @param password in lower case. */
  has(password: string): Promise<boolean>;
}
