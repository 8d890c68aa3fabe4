import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, newKeyIn, rowsOf, type Caller } from '../support/callers.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../support/mysql.js';
import { cleanUp, serveWhenReady, type RunningService } from '../support/process.js';

afterAll(cleanUp);

/** Leads to MySQL, and once cuts the connection right after it passed on a statement that begins like this. */
class Scissors {
  private target: string | undefined;
  cuts = 0;
  private constructor(private readonly server: Server) {}

  static async before(port: number): Promise<Scissors> {
    const server = createServer();
    const scissors = new Scissors(server);
    server.on('connection', (client) => {
      const database = connect(port, '127.0.0.1');
      const end = () => [client, database].forEach((socket) => socket.destroy());
      for (const socket of [client, database]) socket.on('error', end).on('close', end);
      database.pipe(client);
      client.on('data', (bytes) => {
        database.write(bytes);
        if (scissors.target === undefined || !bytes.includes(scissors.target)) return;
        scissors.target = undefined;
        scissors.cuts++;
        database.unpipe(client);
        client.removeListener('close', end);
        client.destroy();
        database.end(); // MySQL still gets the statement, and whatever it makes of it
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scissors;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port; // a TCP server that listens has no other kind of address
  }

  cutAfter(statement: string): void {
    this.target = statement;
  }

  close(): void {
    this.server.close();
  }
}

describeMysql('a connection to MySQL that is cut after a statement was sent', () => {
  let database: MysqlDatabase;
  let scissors: Scissors;
  let service: RunningService;
  let call: Caller;

  beforeEach(async () => {
    database = await newMysqlDatabase();
    const key = await newKeyIn(database.options);
    scissors = await Scissors.before(database.options.port);
    const env = { DATABASE_URL: `mysql://root@127.0.0.1:${scissors.port}/${database.options.database}` };
    service = await serveWhenReady({ env });
    call = callerOf(service.url, key);
  });
  afterEach(async () => {
    await service.stop();
    scissors.close();
    await database.drop();
  });

  it('is 503, and a retry with the same Idempotency-Key makes no second animal', async () => {
    for (const statement of ['START TRANSACTION', 'INSERT INTO pets', 'INSERT INTO idempotency_keys', 'COMMIT']) {
      scissors.cutAfter(statement);
      const cut = await call(addition(statement, statement));
      expect(cut).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      const again = await call(addition(statement, statement));
      expect(again.status).toBe(201);
      expect((await call(addition(statement, statement))).text).toBe(again.text);
    }
    scissors.cutAfter('without a key'); // the statement itself is prepared by now, and only its values are sent
    expect((await call(addition('without a key'))).status).toBe(503);
    expect(scissors.cuts).toBe(5);
    const rows = await rowsOf(database.options, `SELECT name FROM pets WHERE name <> 'without a key' ORDER BY id`);
    expect(rows.map(({ name }) => name)).toEqual([
      'START TRANSACTION',
      'INSERT INTO pets',
      'INSERT INTO idempotency_keys',
      'COMMIT',
    ]);
  });

  it('is 503 for a read, and the next one is served', async () => {
    scissors.cutAfter('SELECT id, name');
    expect((await call()).status).toBe(503);
    expect((await call()).status).toBe(200);
  });
});
