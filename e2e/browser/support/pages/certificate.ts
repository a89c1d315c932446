// A certificate that nobody vouches for, made anew each time, so that no key lies about.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** What `https.createServer` takes. Browsers of tests are told not to mind. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = toBeSigned(publicKey);
  const signature = bytes(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const whole = bytes(0x30, body, ECDSA_WITH_SHA256, signature);
  // No empty line at the end, which OpenSSL rejects, where the last line is full.
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value in DER: its tag, its length, and what it holds. */
function bytes(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const ECDSA_WITH_SHA256 = bytes(0x30, bytes(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = bytes(0x06, Buffer.from('550403', 'hex'));

function toBeSigned(publicKey: KeyObject): Buffer {
  const text = (tag: number, said: string) => bytes(tag, Buffer.from(said));
  const name = bytes(0x30, bytes(0x31, bytes(0x30, COMMON_NAME, text(0x0c, 'Gasoline tests'))));
  const version = bytes(0xa0, bytes(0x02, Buffer.of(2)));
  const serial = bytes(0x02, Buffer.of(1));
  const validity = bytes(0x30, text(0x17, '200101000000Z'), text(0x17, '491231235959Z'));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return bytes(0x30, version, serial, ECDSA_WITH_SHA256, name, validity, name, spki);
}
