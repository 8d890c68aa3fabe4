import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  addition,
  callerOf,
  eventually,
  keepCalling,
  newKeyIn,
  rowsOf,
  type Caller,
  type Outcome,
} from '../support/callers.js';
import { describeMysql, newMysqlDatabase } from '../support/mysql.js';
import { OwnMysql } from '../support/own-mysql.js';
import { cleanUp, serve, serveUnread, type RunningService } from '../support/process.js';
import { open } from '../support/storages.js';
import { createPet } from '../../src/domain/pet.js';

describeMysql('a service whose MySQL is broken', () => {
  let mysql: OwnMysql;
  let service: RunningService;
  let call: Caller;

  beforeAll(async () => {
    mysql = await OwnMysql.prepare();
  });
  afterAll(async () => {
    cleanUp();
    await mysql.remove();
  });
  afterEach(() => mysql.goOn());

  const ready = async () => (await call({ path: '/readyz' })).status === 200;

  test('lives while MySQL is away at its start, is not ready, and becomes ready by itself', async () => {
    const env = { DATABASE_URL: mysql.url, REQUEST_DEADLINE: '1500ms', DATABASE_POOL_SIZE: '5' };
    service = await serve({ env });
    const stranger = callerOf(service.url, '');
    const retries = () => service.log().filter(({ msg }) => msg === 'store is unavailable');
    await service.until(() => (retries().length >= 3 ? true : undefined));
    const pauses = retries().map(({ retryInMs }) => retryInMs);
    expect(pauses.slice(0, 3)).toEqual([250, 500, 1000]);
    expect((await stranger({ path: '/livez' })).status).toBe(200);
    for (const path of ['/readyz', '/v1/pets']) {
      expect(await stranger({ path })).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    }
    await mysql.start();
    await service.until(() => service.log().find(({ msg }) => msg === 'ready'));
    call = callerOf(service.url, await newKeyIn(mysql.url));
    await eventually(async () => (await call(addition('first', 'first'))).status === 201);
  });

  test('answers 503 while MySQL is killed under load, never 500, and serves again by itself', async () => {
    const acknowledged: string[] = [];
    const outcomes: Outcome[] = [];
    const stop = keepCalling(8, async (caller, turn) => {
      const name = `${caller} ${turn}`;
      const outcome = await call(caller % 2 === 0 ? addition(name, name) : { path: '/v1/pets?limit=5' });
      outcomes.push(outcome);
      if (outcome.status === 201) acknowledged.push(name);
      await sleep(5);
    });
    await eventually(() => acknowledged.length > 10);
    const before = outcomes.length;
    await mysql.kill();
    await eventually(() => outcomes.slice(before).filter(({ status }) => status === 503).length > 4); // each is repeated for half of the deadline
    await eventually(async () => !(await ready()));
    expect((await call({ path: '/livez' })).status).toBe(200);
    await mysql.start();
    await eventually(async () => (await call()).status === 200 && (await ready()));
    const after = outcomes.length;
    await eventually(() => [200, 201].every((code) => outcomes.slice(after).some(({ status }) => status === code)));
    await stop();

    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201, 503]));
    for (const { status, retryAfter } of outcomes) if (status === 503) expect(retryAfter).toMatch(/^\d+$/);
    await eventually(async () => (await call(addition('afterwards', 'afterwards'))).status === 201);
    const rows = await rowsOf(mysql.options, 'SELECT name FROM pets');
    const kept = rows.map(({ name }) => String(name));
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(kept).size).toBe(kept.length);
    expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('answers 503 while MySQL does not respond, is not ready, bounds what waits, and recovers', async () => {
    mysql.stall();
    const calls = Array.from({ length: 400 }, (_, at) => call(at % 2 === 0 ? addition(`stalled ${at}`) : {}));
    await eventually(async () => !(await ready())); // an answer may be a second old
    expect((await call({ path: '/readyz' })).retryAfter).toBeDefined();
    expect((await call({ path: '/livez' })).status).toBe(200);
    const outcomes = await Promise.all(calls);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { retryAfter } of outcomes) expect(retryAfter).toMatch(/^\d+$/);
    // The deadline holds for later requests as well: the stalled server blocks no connection of the pool permanently.
    for (let round = 0; round < 2; round++) expect((await call()).status).toBe(503);
    mysql.goOn();
    await eventually(async () => (await call()).status === 200 && (await ready()));
    const add = () => Promise.all(Array.from({ length: 20 }, (_, at) => call(addition(`recovered ${at}`))));
    await eventually(async () => (await add()).every(({ status }) => status === 201));
  });

  test('stops at SHUTDOWN_TIMEOUT while MySQL does not respond', async () => {
    const env = { DATABASE_URL: mysql.url, REQUEST_DEADLINE: '10m', SHUTDOWN_TIMEOUT: '2s' };
    const other = await serve({ env });
    await other.until(() => other.log().find(({ msg }) => msg === 'ready'));
    mysql.stall();
    void callerOf(other.url, 'as_x')({ path: '/readyz' });
    expect(await other.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  test('relies on generated ids to ascend, but not on their step', async () => {
    const root = await mysql.root();
    await root.query('SET GLOBAL auto_increment_increment = 7, GLOBAL auto_increment_offset = 3');
    const opened = await open({ url: mysql.url, drop: () => mysql.remove() }); // sessions that begin now have the step
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0
          ? opened.pets.add(createPet({ name: `step ${at}`, categoryId: 1n }))
          : opened.pets
              .addOnce(createPet({ name: `step ${at}`, categoryId: 1n }), {
                accountId: 9n,
                key: `${at}`,
                at: new Date(),
              })
              .then(({ pet }) => pet),
      ),
    );
    for (const pet of added) {
      expect(pet.id % 7n).toBe(3n);
      expect(await opened.pets.find(pet.id)).toEqual(pet);
    }
    expect(new Set(added.map(({ id }) => id)).size).toBe(10);
    const last = added.reduce((most, { id }) => (id > most ? id : most), 0n);
    expect((await opened.pets.add(createPet({ name: 'last', categoryId: 1n }))).id).toBeGreaterThan(last);
    await opened.close();
    await root.query('SET GLOBAL auto_increment_increment = 1, GLOBAL auto_increment_offset = 1');
    await root.end();
  });
});

describeMysql('a service whose store it cannot prepare', () => {
  test('logs the fault and ends with code 70', async () => {
    const fresh = await newMysqlDatabase();
    await fresh.root.query('CREATE TABLE migrations (something_else INT)'); // not the table that records migrations
    const { code, stdout } = await serveUnread({ env: { DATABASE_URL: fresh.url, PORT: '0' } }).ended;
    await fresh.drop();
    expect(code).toBe(70);
    expect(stdout).toContain('fatal');
  });
});
