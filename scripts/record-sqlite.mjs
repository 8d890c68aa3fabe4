// record-release.mjs loads this module before the program of a release. Each statement that the program sends through
// better-sqlite3 becomes a line of JSON in the file STATEMENTS, with its values instead of the placeholders.
import { appendFileSync } from 'node:fs';
import { Module } from 'node:module';

const load = Module._load;
let Recorded;
Module._load = (request, ...rest) => {
  const loaded = load(request, ...rest);
  return request === 'better-sqlite3' ? (Recorded ??= recorded(loaded)) : loaded;
};

function recorded(Database) {
  return class extends Database {
    prepare(text) {
      const statement = super.prepare(text);
      for (const method of ['run', 'all']) {
        const send = statement[method].bind(statement);
        statement[method] = (...values) => {
          appendFileSync(process.env.STATEMENTS, `${JSON.stringify(filledIn(text, values))}\n`);
          return send(...values);
        };
      }
      return statement;
    }
  };
}

function filledIn(text, values) {
  let at = 0;
  return text.replaceAll('?', () => literal(values[at++]));
}

function literal(value) {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
