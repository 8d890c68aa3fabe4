import { createHash } from 'node:crypto';
import process from 'node:process';
import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { DataSource, EntitySchema, MoreThan } from 'typeorm';

/* Koa 3, its router and body parser, and TypeORM repositories, as most tutorials put them together. */

/** The animal as TypeORM maps it. */
const PetEntity = new EntitySchema({
  name: 'pet',
  tableName: 'pets',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    name: { type: 'varchar' },
    categoryId: { type: 'bigint', name: 'category_id' },
    status: { type: 'varchar' },
  },
});

/** TypeORM gives 64-bit integers as text. */
function petOf({ id, name, categoryId, status }) {
  return { id: Number(id), name, categoryId: Number(categoryId), status };
}

const source = new DataSource({
  type: 'mysql',
  url: process.env.STORE,
  poolSize: 10,
  entities: [PetEntity],
});
await source.initialize();
const pets = source.getRepository(PetEntity);
const keys = new Set([createHash('sha256').update(process.env.API_KEY).digest('hex')]);
const STATUSES = new Set(['available', 'pending', 'sold']);

const router = new Router({ prefix: '/v1/pets' });

router.get('/', async (ctx) => {
  const { status, limit: text = '20', after: from = '0' } = ctx.query;
  const [limit, after] = [Number(text), Number(from)];
  ctx.assert(Number.isInteger(limit) && limit >= 1 && limit <= 100 && Number.isInteger(after), 400);
  ctx.assert(status === undefined || STATUSES.has(status), 400);
  const found = await pets.find({
    where: { ...(status && { status }), id: MoreThan(after) },
    order: { id: 'ASC' },
    take: limit,
  });
  ctx.body = found.map(petOf);
});

router.get('/:id', async (ctx) => {
  const found = await pets.findOneBy({ id: ctx.params.id });
  ctx.assert(found, 404);
  ctx.body = petOf(found);
});

router.post('/', async (ctx) => {
  const { name, categoryId, status = 'available' } = ctx.request.body;
  ctx.assert(typeof name === 'string' && name.length >= 1 && name.length <= 255, 400);
  ctx.assert(Number.isInteger(categoryId) && STATUSES.has(status), 400);
  ctx.status = 201;
  ctx.body = petOf(await pets.save({ name, categoryId, status }));
});

const app = new Koa();
app.use(async (ctx, next) => {
  const [scheme, key] = ctx.get('Authorization').split(' ');
  ctx.assert(scheme === 'Bearer' && keys.has(createHash('sha256').update(String(key)).digest('hex')), 401);
  await next();
});
app.use(bodyParser());
app.use(router.routes());
app.listen(Number(process.env.PORT), '127.0.0.1');
