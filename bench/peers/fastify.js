import { createHash } from 'node:crypto';
import process from 'node:process';
import fastify from 'fastify';
import mysql from 'mysql2/promise';

/* Fastify 5 and mysql2 as their manuals show them: schemas for what comes in and what goes out, prepared statements. */

const pool = mysql.createPool({ uri: process.env.STORE, connectionLimit: 10 });
const keys = new Set([createHash('sha256').update(process.env.API_KEY).digest('hex')]);

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const pet = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, categoryId: { type: 'integer' }, status },
};
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 255 }, categoryId: { type: 'integer' }, status },
};
const query = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    after: { type: 'integer', default: 0 },
    status,
  },
};

const COLUMNS = 'id, name, category_id AS categoryId, status';

const app = fastify();
app.addHook('onRequest', async (request, reply) => {
  const [scheme, key] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Bearer' || !keys.has(createHash('sha256').update(String(key)).digest('hex'))) {
    return reply.code(401).send({ code: 'refused', message: 'key', status: 401 });
  }
});

app.get(
  '/v1/pets',
  { schema: { querystring: query, response: { 200: { type: 'array', items: pet } } } },
  async (request) => {
    const { limit, after, status } = request.query;
    const [rows] =
      status === undefined
        ? await pool.execute(`SELECT ${COLUMNS} FROM pets WHERE id > ? ORDER BY id LIMIT ?`, [after, String(limit)])
        : await pool.execute(
            `SELECT ${COLUMNS} FROM pets FORCE INDEX (pets_status_id) WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
            [status, after, String(limit)],
          );
    return rows;
  },
);

app.get('/v1/pets/:id', { schema: { response: { 200: pet } } }, async (request, reply) => {
  const [[row]] = await pool.execute(`SELECT ${COLUMNS} FROM pets WHERE id = ?`, [request.params.id]);
  return row ?? reply.code(404).send({ code: 'not_found', message: 'none', status: 404 });
});

app.post('/v1/pets', { schema: { body: newPet, response: { 201: pet } } }, async (request, reply) => {
  const { name, categoryId, status = 'available' } = request.body;
  const [{ insertId: id }] = await pool.execute('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)', [
    name,
    categoryId,
    status,
  ]);
  return reply.code(201).send({ id, name, categoryId, status });
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
