import { createHash } from 'node:crypto';
import process from 'node:process';
import { promisify } from 'node:util';
import Router from '@koa/router';
import Koa from 'koa';
import { destination, pino } from 'pino';

/*
 * The least that a service on Koa can do: Koa 3, its router, the SHA-256 of the key, a line of pino for each request and
 * one statement of the driver, as in raw.js. It has no paging, no exact 64-bit integers and no further headers.
 */

const store = await import(process.env.STORE.startsWith('mysql:') ? './raw-mysql.js' : './raw-sqlite.js');
const [list, find, add] = [store.list, store.find, store.add].map((each) => promisify(each));
const keys = new Set([createHash('sha256').update(process.env.API_KEY).digest('hex')]);
const STATUSES = new Set(['available', 'pending', 'sold']);
const logger = pino({ base: null }, destination({ minLength: 4096, sync: false }));

const router = new Router();

router.get('/v1/pets', async (ctx) => {
  const query = new URLSearchParams(ctx.querystring);
  const limit = Number(query.get('limit') ?? 20);
  const after = Number(query.get('after') ?? 0);
  const status = query.get('status');
  ctx.assert(Number.isInteger(limit) && limit >= 1 && limit <= 100 && Number.isInteger(after), 400);
  ctx.assert(status === null || STATUSES.has(status), 400);
  ctx.body = await list(status, after, limit);
});

router.get('/v1/pets/:id', async (ctx) => {
  ctx.assert(/^[1-9]\d{0,15}$/.test(ctx.params.id), 404);
  const pet = await find(Number(ctx.params.id));
  ctx.assert(pet, 404);
  ctx.body = pet;
});

router.post('/v1/pets', async (ctx) => {
  const { name, categoryId, status = 'available' } = JSON.parse(await bodyOf(ctx.req));
  ctx.assert(typeof name === 'string' && name.length >= 1 && name.length <= 255, 400);
  ctx.assert(Number.isInteger(categoryId) && STATUSES.has(status), 400);
  ctx.status = 201;
  ctx.body = { id: await add({ name, categoryId, status }), name, categoryId, status };
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
app.use(async (ctx, next) => {
  const start = performance.now();
  ctx.res.once('close', () => {
    logger.info({ method: ctx.method, path: ctx.path, status: ctx.status, ms: performance.now() - start }, 'request');
  });
  await next();
});
app.use(async (ctx, next) => {
  const [scheme, key] = ctx.get('Authorization').split(' ');
  ctx.assert(scheme === 'Bearer' && keys.has(createHash('sha256').update(String(key)).digest('hex')), 401);
  await next();
});
app.use(router.routes());
app.listen(Number(process.env.PORT), '127.0.0.1');
