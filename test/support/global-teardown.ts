export default async function globalTeardown(): Promise<void> {
  await (await globalThis.testMysql)?.stop();
}
