import type { Flash } from '../../state.js';

/** Every page shows or needs this, whichever page it is. */
export interface PageContext {
  /** The account that is signed in has this email; a visitor has none. */
  readonly email: string | undefined;
  /** A form may have left data for this page. */
  readonly flash: Flash | undefined;
  readonly now: Date;
  /** Returns the address at which a browser reaches a path of this service. */
  readonly url: (path: string) => string;
}

/** Every view gets this, and every component that has a link or a time. */
export interface PageProps {
  readonly page: PageContext;
}
