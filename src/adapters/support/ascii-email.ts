import { domainToASCII } from 'node:url';

/** An address with an international domain. Its domain has none of the characters at which a URL would end. */
const INTERNATIONAL = /^([^@]*@)(?=.*[^\p{ASCII}])([a-z0-9.\-\P{ASCII}]{1,254})$/isu;

/**
 * Writes the domain of an email in ASCII, such as `ida@xn--exmple-cua.com` for `ida@exämple.com`, because some browsers
 * send the one form and some the other. Any other text stays as it is.
 */
export function asciiEmail(email: string): string {
  const [, local, domain] = INTERNATIONAL.exec(email.trim()) ?? [];
  return local === undefined || domain === undefined ? email : local + domainToASCII(domain);
}
