import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { addition, callerOf, namesIn } from '../../../../support/callers.js';
import { animalStore } from '../../../../support/command.js';
import { newFolder } from '../../../../support/folder.js';
import { serveWhenReady } from '../../../../support/process.js';
import { describeUnless } from '../../../../support/requirements.js';
import { runOnFile } from '../../../../support/sqlite.js';

const folder = newFolder();
const missing = mount() ? undefined : 'only root may mount a small file system; run the tests as root';

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describeUnless(missing, 'a full disk', () => {
  afterAll(() => {
    execFileSync('umount', ['--lazy', folder]);
  });

  it('makes writes 503, and neither damages nor loses data', async () => {
    const file = join(folder, 'store.sqlite');
    const service = await serveWhenReady({ env: { DATABASE_URL: `sqlite:${file}` } });
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const call = callerOf(service.url, key);
    const acknowledged: string[] = [];
    const add = async (name: string) => {
      const { status, retryAfter } = await call(addition(name, name.length > 200 ? name.slice(-9) : name));
      if (status === 201) acknowledged.push(name);
      else expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      return status;
    };

    for (let each = 0; each < 5; each++) expect(await add(`before ${each}`)).toBe(201);
    const filler = join(folder, 'filler');
    try {
      writeFileSync(filler, Buffer.alloc(2 << 20));
    } catch {
      // As much as there was room for.
    }
    const statuses: number[] = [];
    for (let each = 0; each < 600; each++)
      statuses.push(await add(`${'x'.repeat(240)}${String(each).padStart(9, '0')}`));
    expect(statuses.slice(-100)).toEqual(Array(100).fill(503));
    expect((await call({ path: '/v1/pets?limit=5' })).status).toBe(200);
    expect((await call({ path: '/v1/pets/1' })).text).toContain('before 0');
    const refused = await call(addition('x'.repeat(255), 'refused'));
    const reason = expect.stringContaining('is full') as unknown;
    expect(refused.text).toEqual(reason);
    const full = await call({ path: '/readyz' });
    expect([full.status, JSON.parse(full.text)]).toEqual([200, { status: 'refuses-writes', reason }]);
    expect(service.log().find(({ msg }) => msg === 'request refused')?.err).toMatchObject({
      reason: expect.stringContaining(`: ${file}. Make room`),
    });

    const doctor = await animalStore(['doctor'], { env: { DATABASE_URL: `sqlite:${file}` } });
    expect(doctor).toMatchObject({ code: 69, stderr: expect.stringContaining(`: ${file}. Make room`) });

    rmSync(filler);
    for (let each = 0; each < 5; each++) expect(await add(`after ${each}`)).toBe(201);
    expect((await call({ path: '/readyz' })).text).toBe('{"status":"ready"}');
    expect((await service.stop()).code).toBe(0);
    expect(await namesIn(`sqlite:${file}`)).toEqual(acknowledged);
    expect(runOnFile(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const orphans = 'SELECT pet_id FROM idempotency_keys WHERE pet_id NOT IN (SELECT id FROM pets)';
    expect(runOnFile(file, orphans)).toEqual([]);
  });
});
