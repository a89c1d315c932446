// A registry on loopback that knows our packages and no others, so that npm finds them as it would when published.
//
// node e2e/npm/registry.mjs TARBALL…   serves until it is ended, and prints its address first
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

export async function serveRegistry(tarballs) {
  const packages = new Map(tarballs.map(read).map((one) => [one.about.name, one]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://registry').pathname).slice(1);
    const [name, file] = path.split('/-/');
    const found = packages.get(name);
    if (!found) response.writeHead(404).end('{}');
    else if (file) response.writeHead(200).end(found.bytes);
    else response.writeHead(200).end(JSON.stringify(document(found, request.headers.host)));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** What a registry says of a package. */
function document({ about, bytes, file }, host) {
  const { name, version } = about;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { tarball: `http://${host}/${name}/-/${file}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...about, dist } } };
}

function read(path) {
  const bytes = readFileSync(path);
  return { about: manifestOf(gunzipSync(bytes)), bytes, file: basename(path) };
}

/** `package/package.json` of a tar: 512 bytes tell a name and, in octal, a size; the content follows. */
function manifestOf(tar) {
  const text = (from, to) => tar.toString('utf8', from, to).replace(/\0.*$/s, '');
  for (let at = 0; at < tar.length;) {
    const size = Number.parseInt(text(at + 124, at + 136), 8) || 0;
    const content = at + 512;
    if (text(at, at + 100) === 'package/package.json') {
      return JSON.parse(tar.toString('utf8', content, content + size));
    }
    at = content + Math.ceil(size / 512) * 512;
  }
  throw new Error('a tarball without a package.json');
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const { url } = await serveRegistry(process.argv.slice(2));
  console.log(url);
}
