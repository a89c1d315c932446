// Ports for programs that must be given a number in advance: reserved until this process ends.
import { connect, createServer } from 'node:net';

const HOST = '127.0.0.1';

/** The end of connections whose other ends occupy the reserved ports. */
let anchor;

/**
 * A free port that no other process gets unless it asks for this number.
 *
 * Linux lets a server listen where a connection of another process is bound, and gives the port to
 * nobody who asks for any. Elsewhere the port is only free at this moment.
 */
export async function reservePort() {
  if (process.platform === 'linux') anchor ??= listen(0);
  for (;;) {
    const probe = await listen(0);
    const { port } = probe.address();
    await new Promise((done) => probe.close(done));
    if (!anchor || (await isBound(port, (await anchor).address().port))) return port;
  }
}

/** Whether the port could be bound to a connection, which lasts as long as this process. */
function isBound(localPort, port) {
  return new Promise((done) => {
    const held = connect({ host: HOST, port, localAddress: HOST, localPort });
    held.once('connect', () => done(true)).once('error', () => done(false));
    held.unref();
  });
}

async function listen(port) {
  const server = createServer((socket) => socket.unref().on('error', () => {}));
  server.unref();
  await new Promise((done, fail) => server.once('error', fail).listen(port, HOST, done));
  return server;
}
