// main.ts and the scripts of npm import this file first. It is plain JavaScript, so that it runs before anything is
// compiled. A driver calls Node-API 10, which came with Node.js 22.14 and 23.6, and crashes without a message on
// versions that lack it.
if (Number(process.versions.napi) < 10) {
  console.error(
    `Node.js 22.14 or later is needed; ${process.execPath} is ${process.versions.node}. ` +
      'Run npm ci --include=optional --no-workspaces and then npm start, npm test or npx animal-store, which use the pinned Node.js, or ' +
      'install a newer one.',
  );
  process.exit(78); // this is EX_CONFIG of sysexits.h, as in explain.ts
}
