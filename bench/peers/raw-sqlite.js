import process from 'node:process';
import BetterSqlite3 from 'better-sqlite3';

// better-sqlite3 with prepared statements, and commits that survive a loss of power. No exact 64-bit integers.

const database = new BetterSqlite3(process.env.STORE);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');

const LIST = database.prepare(
  'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id > ? ORDER BY id LIMIT ?',
);
const LIST_STATUS = database.prepare(
  `SELECT id, name, category_id AS categoryId, status FROM pets INDEXED BY pets_status_id
    WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
);
const FIND = database.prepare('SELECT id, name, category_id AS categoryId, status FROM pets WHERE id = ?');
const ADD = database.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');

export function list(status, after, limit, done) {
  done(undefined, status === null ? LIST.all(after, limit) : LIST_STATUS.all(status, after, limit));
}

export function find(id, done) {
  done(undefined, FIND.get(id));
}

export function add({ name, categoryId, status }, done) {
  done(undefined, ADD.run(name, categoryId, status).lastInsertRowid);
}
