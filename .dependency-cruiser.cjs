/** The layers of inbound/http, the lowest first. Those of one line do not import each other. */
const HTTP_LAYERS = [
  'protocol\\.ts',
  'http-errors\\.ts|state\\.ts',
  'server',
  'request',
  'middleware',
  'api|pages',
  'app\\.ts',
];

const { existsSync, readdirSync } = require('node:fs');

/** The rooms of outbound/typeorm, the lowest first. */
const TYPEORM_ROOMS = ['execution', 'schema', 'maintenance', 'repositories'];

/** The folders of the storages, each of which has a url.ts, or one for each engine. */
const OUTBOUND = `${__dirname}/src/adapters/outbound`;
const STORAGE_FOLDERS = readdirSync(OUTBOUND)
  .filter((name) => existsSync(`${OUTBOUND}/${name}`) && !name.includes('.'))
  .filter((name) => readdirSync(`${OUTBOUND}/${name}`, { recursive: true }).some((file) => file.endsWith('url.ts')))
  .join('|');

/** TypeORM names every driver that it knows as a peer. */
const { peerDependencies } = require('./node_modules/typeorm/package.json');
const DRIVERS = Object.keys(peerDependencies).join('|');

/**
 * The rules of the architecture. Each has a message that says what to do instead. See a new one fail before you trust it.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-nothing',
      comment: 'The domain is pure: what it needs from outside is a port, in its own words, under src/domain/ports.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'application-imports-domain-only',
      comment: 'A use case is driven through its ports; whatever else it needs is given to its constructor.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: { pathNot: '^src/(application|domain)/' },
    },
    {
      name: 'adapters-point-inward',
      comment:
        'An adapter knows the application and the domain. What it needs from the infrastructure is handed to it.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/infrastructure/' },
    },
    {
      name: 'no-adapter-imports-another',
      comment:
        'Two adapters meet in the core or in src/infrastructure, never directly. What any adapter may use is in ' +
        'src/adapters/support. A storage may be made of the repositories of memory.',
      severity: 'error',
      from: { path: '^src/adapters/((?:in|out)bound/[^/]+)/' },
      to: {
        path: '^src/adapters/',
        pathNot: '^src/adapters/($1/|support/|outbound/(memory/[^/]+-repository\\.ts$|storage\\.ts$))',
      },
    },
    {
      name: 'inbound-imports-no-outbound',
      comment:
        'An interface to the outside knows no storage, not by a type either. What both need is a port in src/domain/ports.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/' },
      to: { path: '^src/adapters/outbound/' },
    },
    {
      name: 'storage-kinds-are-for-storages',
      comment:
        'Storages implement outbound/storage.ts, storage-url.ts lists them, and src/infrastructure opens them. Another adapter gets the ports that it needs.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: `^src/(infrastructure/|adapters/outbound/([^/]+$|(${STORAGE_FOLDERS})/))`,
      },
      to: { path: '^src/adapters/outbound/storage\\.ts$' },
    },
    {
      name: 'inbound-calls-no-repository',
      comment: 'A route or a command calls a use case, so that a rule stands where no caller can pass it by.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/' },
      to: { path: '^src/domain/ports/repositories\\.ts$' },
    },
    {
      name: 'support-imports-nothing-of-ours',
      comment: 'Primitives that every adapter may use know no adapter, no use case and no rule.',
      severity: 'error',
      from: { path: '^src/adapters/support/' },
      to: { path: '^src/', pathNot: '^src/adapters/support/' },
    },
    {
      name: 'outbound-imports-no-inbound',
      comment: 'A storage knows nothing of who calls it; this also holds for the files directly in outbound/.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/' },
      to: { path: '^src/adapters/inbound/' },
    },
    {
      name: 'http-has-these-folders-only',
      comment: 'A file outside of every layer would escape the rules about them.',
      severity: 'error',
      from: {
        path: '^src/adapters/inbound/http/',
        pathNot: `^src/adapters/inbound/http/(${HTTP_LAYERS.join('|')})(/|$)`,
      },
      to: {},
    },
    ...HTTP_LAYERS.slice(0, -1).map((layer, at) => ({
      name: `http-${layer.replace(/\W+/g, '-')}-imports-downward`,
      comment:
        'app → api, pages → middleware → request → server → http-errors, state → protocol. What two layers share belongs to a lower one.',
      severity: 'error',
      from: { path: `^src/adapters/inbound/http/(${layer})(/|$)` },
      to: {
        path: `^src/adapters/inbound/http/(${HTTP_LAYERS.slice(at).join('|')})(/|$)`,
        pathNot: '^src/adapters/inbound/http/$1(/|$)',
      },
    })),
    {
      name: 'http-knows-no-server',
      comment: 'The application answers requests; how they arrive is the business of server/.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/http/', pathNot: '^src/adapters/inbound/http/server/' },
      to: { path: '^src/adapters/inbound/http/server/' },
    },
    ...TYPEORM_ROOMS.map((room, at) => ({
      name: `typeorm-${room}-imports-downward`,
      comment:
        'repositories → maintenance → schema → execution. An engine imports execution and schema, and no room imports an engine.',
      severity: 'error',
      from: { path: `^src/adapters/outbound/typeorm/${room}/` },
      to: {
        path: '^src/adapters/outbound/typeorm/',
        pathNot: `^src/adapters/outbound/typeorm/(${TYPEORM_ROOMS.slice(0, at + 1).join('|')})/`,
      },
    })),
    {
      name: 'typeorm-connections-are-for-the-database',
      comment:
        'A statement goes to the database through Database, which has the permits, the deadline and the retries.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/outbound/typeorm/execution/' },
      to: { path: '^src/adapters/outbound/typeorm/execution/data-source\\.ts$' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { circular: true },
    },
    {
      name: 'no-cycles-between-folders',
      comment: 'Two folders that need each other are one folder, or hide a third.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'inversify-in-the-container-only',
      comment: 'Wiring happens in src/infrastructure/container; everything else is plain classes.',
      severity: 'error',
      from: { pathNot: '^src/infrastructure/container/|^node_modules/' },
      to: { path: '(^|/)node_modules/(inversify|@inversifyjs|reflect-metadata)/' },
    },
    {
      name: 'use-cases-are-built-by-the-container',
      comment: 'Import the type of a use case, and have the container pass an instance.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(application|infrastructure/container)/' },
      to: { path: '^src/application/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-are-built-by-the-container',
      comment: 'Import the type of an adapter, and get an instance from the container.',
      severity: 'error',
      from: { path: '^src/infrastructure/', pathNot: '^src/infrastructure/container/' },
      to: {
        path: '^src/adapters/(outbound/[^/]+/|inbound/http/(app\\.ts|middleware/|pages/))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'koa-in-its-adapter-only',
      comment: 'Koa stays in the inbound HTTP adapter, so that the rest can be driven without it.',
      severity: 'error',
      from: { pathNot: '^(src|test)/adapters/inbound/http/|^node_modules/' },
      to: { path: '(^|/)node_modules/(@types/)?(koa|@koa)(/|__|-)' },
    },
    {
      name: 'typeorm-in-its-adapter-only',
      comment: 'The ORM stays in src/adapters/outbound/typeorm, whose tests may look inside.',
      severity: 'error',
      from: { pathNot: '^src/adapters/outbound/typeorm/|^test/(adapters/outbound/typeorm|support)/|^node_modules/' },
      to: { path: '(^|/)node_modules/typeorm/' },
    },
    {
      name: 'drivers-in-outbound-adapters-only',
      comment: 'The folder of an adapter opens its database, and has a method that closes it for the container.',
      severity: 'error',
      from: { pathNot: '^src/adapters/outbound/[^/]+/|^test/(adapters/outbound|support)/|^node_modules/' },
      to: { path: `(^|/)node_modules/(@types/)?(${DRIVERS})/` },
    },
    {
      name: 'no-development-packages-in-the-product',
      comment: 'The product never imports what only tests and tools use.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolvable',
      comment: 'Every import must lead somewhere: a rule about a package that is misspelt could never fail.',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
    reporterOptions: {
      archi: { collapsePattern: '^(src/domain|src/application|src/infrastructure|src/adapters/(?:in|out)bound/[^/]+)' },
    },
  },
};
