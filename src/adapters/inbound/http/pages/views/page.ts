import type { Flash } from '../../state.js';

/** The data that every page shows or needs. */
export interface PageContext {
  /** The email of the account that is signed in. It is `undefined` for a visitor. */
  readonly email: string | undefined;
  /** The data that a form has left for this page, if any. */
  readonly flash: Flash | undefined;
  readonly now: Date;
  /** Returns the address at which a browser reaches a path of this service. */
  readonly url: (path: string) => string;
}

/** The properties of every view, and of every component that has a link or a time. */
export interface PageProps {
  readonly page: PageContext;
}
