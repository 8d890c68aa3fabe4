import { expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { httpModule } from '../../src/infrastructure/container/http.js';
import { METRICS } from '../../src/infrastructure/container/identifiers.js';
import { testConfig } from '../support/config.js';
import { describeEachDatabase } from '../support/storages.js';

describeEachDatabase('A composition', (bench) => {
  it('reports the connections to operators', async () => {
    const config = testConfig({ storage: parseStorageUrl(bench.target().url), admin: { host: '127.0.0.1', port: 0 } });
    const modules = [httpModule(config, { record() {}, observe() {}, onError() {} })];
    const { services, storage, get, close } = await compose(config, { modules });
    await storage.connect();
    await services.schema.migrate();
    expect((await get(METRICS).read()).split('\n')).toContain('animal_store_pool_busy 0');
    await close();
  });
});
