// The image runs this program to learn whether its service is ready. It is plain JavaScript and loads no package, because
// it runs every few seconds. The operators' port answers while clients hold every connection of the other one.
import { get } from 'node:http';

const { ADMIN_PORT, ADMIN_HOST, PORT, HOST } = process.env;
const [host, port] = ADMIN_PORT ? [ADMIN_HOST, ADMIN_PORT] : [HOST, PORT || '8080'];

// Every address includes that of loopback.
const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? (host || '127.0.0.1');
// The agent that requests share, and fetch, would send this request to the proxy that HTTP_PROXY names.
get({ host: address, port, path: '/readyz', agent: false }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
}).on('error', () => process.exit(1));
