import { createHash, randomUUID } from 'node:crypto';
import process from 'node:process';
import { setImmediate } from 'node:timers';
import { promisify } from 'node:util';
import Router from '@koa/router';
import Koa from 'koa';
import { destination, pino } from 'pino';

/*
 * The least that a service on Koa can do: Koa 3, its router, the SHA-256 of the key, a line of pino for each request, the
 * headers of a successful response (request id, security, deprecation, next page) and one statement of the driver, as in
 * raw.js. As in the service, the requests of one turn of the event loop go on together. It has no exact 64-bit integers,
 * no time limit, no bound on its load, no check of Host and Accept, no strict JSON, and knows its keys without a store.
 */

const store = await import(process.env.STORE.startsWith('mysql:') ? './raw-mysql.js' : './raw-sqlite.js');
const [list, find, add] = [store.list, store.find, store.add].map((each) => promisify(each));
const caller = { account: 1, keyPrefix: process.env.API_KEY.slice(0, 11) };
const keys = new Map([[createHash('sha256').update(process.env.API_KEY).digest('hex'), caller]]);
const STATUSES = new Set(['available', 'pending', 'sold']);
const logger = pino({ base: null }, destination({ minLength: 4096, sync: false }));

const STANDARD_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};
const DEPRECATION_HEADERS = {
  Deprecation: '@1795132800',
  Sunset: 'Thu, 05 Dec 2030 23:59:59 GMT',
  Link: '</v1/pets?status=available>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"',
};

const router = new Router();

router.get('/v1/pets', async (ctx) => {
  const query = new URLSearchParams(ctx.querystring);
  const limit = Number(query.get('limit') ?? 20);
  const after = Number(query.get('after') ?? 0);
  const status = query.get('status');
  ctx.assert(Number.isInteger(limit) && limit >= 1 && limit <= 100 && Number.isInteger(after), 400);
  ctx.assert(status === null || STATUSES.has(status), 400);
  const pets = await list(status, after, limit + 1);
  if (pets.length > limit) {
    pets.pop();
    query.set('after', pets.at(-1).id);
    ctx.set('Link', `</v1/pets?${query}>; rel="next"`);
  }
  ctx.body = pets;
});

router.get('/v1/pets/:id', async (ctx) => {
  ctx.set(DEPRECATION_HEADERS);
  ctx.assert(/^[1-9]\d{0,15}$/.test(ctx.params.id), 404);
  const pet = await find(Number(ctx.params.id));
  ctx.assert(pet, 404);
  ctx.body = pet;
});

router.post('/v1/pets', async (ctx) => {
  const { name, categoryId, status = 'available' } = JSON.parse(await bodyOf(ctx.req));
  ctx.assert(typeof name === 'string' && name.length >= 1 && name.length <= 255, 400);
  ctx.assert(Number.isInteger(categoryId) && STATUSES.has(status), 400);
  const id = await add({ name, categoryId, status });
  ctx.status = 201;
  ctx.set('Location', `/v1/pets/${id}`);
  ctx.body = { id, name, categoryId, status };
});

function bodyOf(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

const app = new Koa();
let turn;
let isWaitedFor = false;

function beginTurn() {
  isWaitedFor = false;
  turn = new Promise((resolve) => {
    setImmediate(() => {
      if (isWaitedFor) beginTurn();
      else turn = undefined;
      resolve();
    });
  });
}

app.use((_, next) => {
  if (turn !== undefined) {
    isWaitedFor = true;
    return turn.then(next);
  }
  beginTurn();
  return next();
});
app.use(async (ctx, next) => {
  const start = performance.now();
  const wanted = ctx.get('X-Request-Id');
  const requestId = /^[A-Za-z0-9._-]{1,128}$/.test(wanted) ? wanted : randomUUID();
  ctx.res.once('close', () => {
    const { method, routerPath: route, status, state } = ctx;
    logger.info(
      { requestId, method, route, status, durationMs: performance.now() - start, ...state.caller },
      'request',
    );
  });
  ctx.set('X-Request-Id', requestId);
  ctx.set(STANDARD_HEADERS);
  await next();
});
app.use(async (ctx, next) => {
  const [scheme, key] = ctx.get('Authorization').split(' ');
  ctx.state.caller = keys.get(createHash('sha256').update(String(key)).digest('hex'));
  ctx.assert(scheme === 'Bearer' && ctx.state.caller, 401);
  await next();
});
app.use(router.routes());
app.listen(Number(process.env.PORT), '127.0.0.1');
