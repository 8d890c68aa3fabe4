import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';

/*
 * A server written by hand for speed alone: node:http, the driver's prepared statements, the key check and the
 * validation, and nothing else. No log, no paging, no exact 64-bit integers, no headers but two.
 */

const store = await import(process.env.STORE.startsWith('mysql:') ? './raw-mysql.js' : './raw-sqlite.js');
const keys = new Set([createHash('sha256').update(process.env.API_KEY).digest('hex')]);
const STATUSES = new Set(['available', 'pending', 'sold']);

function answer(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

const refuse = (response, status, message) => answer(response, status, { code: 'refused', message, status });

function list(response, url) {
  const limit = Number(url.searchParams.get('limit') ?? 20);
  const after = Number(url.searchParams.get('after') ?? 0);
  const status = url.searchParams.get('status');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return refuse(response, 400, 'limit');
  if (!Number.isInteger(after)) return refuse(response, 400, 'after');
  if (status !== null && !STATUSES.has(status)) return refuse(response, 400, 'status');
  store.list(status, after, limit, (error, pets) => {
    if (error) refuse(response, 500, 'store');
    else answer(response, 200, pets);
  });
}

function find(response, text) {
  if (!/^[1-9]\d{0,15}$/.test(text)) return refuse(response, 404, 'none');
  store.find(Number(text), (error, pet) => {
    if (error) refuse(response, 500, 'store');
    else if (pet === undefined) refuse(response, 404, 'none');
    else answer(response, 200, pet);
  });
}

function add(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    let pet;
    try {
      pet = JSON.parse(Buffer.concat(chunks));
    } catch {
      return refuse(response, 400, 'JSON');
    }
    const { name, categoryId, status = 'available' } = pet;
    if (typeof name !== 'string' || name.length < 1 || name.length > 255) return refuse(response, 400, 'name');
    if (!Number.isInteger(categoryId)) return refuse(response, 400, 'categoryId');
    if (!STATUSES.has(status)) return refuse(response, 400, 'status');
    store.add({ name, categoryId, status }, (error, id) => {
      if (error) refuse(response, 500, 'store');
      else answer(response, 201, { id, name, categoryId, status });
    });
  });
}

const server = createServer((request, response) => {
  const [scheme, key] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Bearer' || !keys.has(createHash('sha256').update(String(key)).digest('hex'))) {
    return refuse(response, 401, 'key');
  }
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/v1/pets' && request.method === 'GET') return list(response, url);
  if (url.pathname === '/v1/pets' && request.method === 'POST') return add(request, response);
  if (url.pathname.startsWith('/v1/pets/') && request.method === 'GET') return find(response, url.pathname.slice(9));
  refuse(response, 404, 'none');
});

server.listen(Number(process.env.PORT), '127.0.0.1');
