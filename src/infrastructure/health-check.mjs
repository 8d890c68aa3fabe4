// The image runs this program to learn whether its service is ready. It is plain JavaScript and loads nothing, because it
// runs every few seconds. The operators' port answers while clients hold every connection of the other one.
const { ADMIN_PORT, ADMIN_HOST, PORT, HOST } = process.env;
const [host, port] = ADMIN_PORT ? [ADMIN_HOST, ADMIN_PORT] : [HOST, PORT || '8080'];

// Every address includes that of loopback.
const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? (host || '127.0.0.1');
const name = address.includes(':') ? `[${address}]` : address;
fetch(`http://${name}:${port}/readyz`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
