import { expect, it } from '@jest/globals';
import { CAT, UNAVAILABLE } from '../../../../support/examples.js';
import { listening, pass, relayedStorage } from '../../../../support/relayed-storage.js';
import { describeEach, targets, SQL_SERVERS } from '../../../../support/storages.js';

describeEach(SQL_SERVERS, 'a connection', (kind) => {
  const relayed = relayedStorage(targets(kind), 1500);

  it('is not used if its session cannot be made strict', async () => {
    await relayed.endConnections();
    relayed.forward = refusing('SET NAMES', ER_UNKNOWN_ERROR);
    await expect(relayed.storage.pets.add(CAT)).rejects.toMatchObject(UNAVAILABLE);
    await expect(relayed.storage.pets.list({ limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
    relayed.forward = pass;
    await relayed.endConnections(); // one that opened after its call had given up may still wait for the refusal
    await relayed.storage.pets.add(CAT);
    expect(await relayed.storage.pets.list({ limit: 10 })).toHaveLength(1);
  });
});

const ER_UNKNOWN_ERROR = 1105;

/** Answers the packets that contain a text with an ERR packet of MySQL's protocol, and forwards all others. */
function refusing(text: string, code: number) {
  return listening((packet, client) => {
    if (!packet.includes(text)) return true;
    const body = Buffer.concat([Buffer.from([0xff, code % 256, code >> 8]), Buffer.from('#HY000refused by a proxy')]);
    client.write(Buffer.concat([Buffer.from([body.length, 0, 0, (packet[3] ?? 0) + 1]), body]));
    return false;
  });
}
