import process from 'node:process';
import mysql from 'mysql2';

// mysql2 with prepared statements. No exact 64-bit integers.

const pool = mysql.createPool({ uri: process.env.STORE, connectionLimit: 10 });

const LIST = 'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id > ? ORDER BY id LIMIT ?';
const LIST_STATUS = `SELECT id, name, category_id AS categoryId, status FROM pets FORCE INDEX (pets_status_id)
  WHERE status = ? AND id > ? ORDER BY id LIMIT ?`;
const FIND = 'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id = ?';
const ADD = 'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)';

export function list(status, after, limit, done) {
  if (status === null) pool.execute(LIST, [after, String(limit)], done);
  else pool.execute(LIST_STATUS, [status, after, String(limit)], done);
}

export function find(id, done) {
  pool.execute(FIND, [id], (error, rows) => done(error, rows?.[0]));
}

export function add({ name, categoryId, status }, done) {
  pool.execute(ADD, [name, categoryId, status], (error, result) => done(error, result?.insertId));
}
