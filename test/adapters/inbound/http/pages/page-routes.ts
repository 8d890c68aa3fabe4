import Router from '@koa/router';
import { pageRoutes } from '../../../../../src/adapters/inbound/http/pages/pages.js';
import { sessionCookie } from '../../../../../src/adapters/inbound/http/pages/support/browser-session.js';
import { Notices } from '../../../../../src/adapters/inbound/http/pages/support/notices.js';
import { PageRouter } from '../../../../../src/adapters/inbound/http/pages/support/page-router.js';
import type { HttpMiddleware, HttpRouter } from '../../../../../src/adapters/inbound/http/state.js';
import type { TestServer } from '../../../../support/server.js';

/**
 * The paths of the pages, of the files that they load, and of their forms, as the service itself adds them to its router.
 * So a test of every page or every form has also the next one.
 * @param prefix of the key that a path with `:prefix` is about
 */
export function routesOfPages({ services }: TestServer, prefix: string) {
  const router: HttpRouter = new Router();
  const pass: HttpMiddleware = (_ctx, next) => next();
  const scope = { secure: false, prefix: '', publicBaseUrl: undefined };
  const pages = new PageRouter({
    router,
    page: pass,
    form: pass,
    admit: pass,
    admitPassword: pass,
    render: () => undefined,
    cookie: sessionCookie(scope),
    notices: new Notices(scope),
    prefix: '',
    trustProxy: 0,
  });
  pageRoutes(pages, { ...services, signUpOpen: true, baseUrl: () => '' });
  const pathsOf = (method: string) =>
    router.stack
      .filter(({ methods }) => methods.includes(method))
      .map(({ path }) => String(path).replace(':prefix', prefix));
  const read = pathsOf('GET');
  return {
    pages: read.filter((path) => !path.includes('.')),
    files: read.filter((path) => /^\/account\/.*\./.test(path)),
    forms: pathsOf('POST'),
  };
}
