import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import mysql from 'mysql2';

/*
 * What one would write by hand for speed alone: node:http, mysql2 with prepared statements, the key check and the
 * validation, and nothing else. No log, no paging, no exact 64-bit integers, no headers but two.
 */

const pool = mysql.createPool({ uri: process.env.MYSQL_URL, connectionLimit: 10 });
const keys = new Set([createHash('sha256').update(process.env.API_KEY).digest('hex')]);
const STATUSES = new Set(['available', 'pending', 'sold']);

const LIST = 'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id > ? ORDER BY id LIMIT ?';
const LIST_STATUS = `SELECT id, name, category_id AS categoryId, status FROM pets FORCE INDEX (pets_status_id)
  WHERE status = ? AND id > ? ORDER BY id LIMIT ?`;
const FIND = 'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id = ?';
const ADD = 'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)';

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
  const done = (error, rows) => (error ? refuse(response, 500, 'store') : answer(response, 200, rows));
  if (status === null) pool.execute(LIST, [after, String(limit)], done);
  else pool.execute(LIST_STATUS, [status, after, String(limit)], done);
}

function find(response, text) {
  if (!/^[1-9]\d{0,15}$/.test(text)) return refuse(response, 404, 'none');
  pool.execute(FIND, [Number(text)], (error, rows) => {
    if (error) refuse(response, 500, 'store');
    else if (rows.length === 0) refuse(response, 404, 'none');
    else answer(response, 200, rows[0]);
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
    pool.execute(ADD, [name, categoryId, status], (error, { insertId: id } = {}) => {
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
