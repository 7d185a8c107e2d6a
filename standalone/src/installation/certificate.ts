import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Certificate = Readonly<{ key: string; certificate: string }>

/** The tags of ASN.1 that a certificate needs (X.690). */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
} as const

const encodeLength = (length: number): Buffer => {
  if (length < 0x80) return Buffer.of(length)
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
}

const encode = (tag: keyof typeof TAG, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(TAG[tag]), encodeLength(content.length), content])
}
const encodeText = (tag: keyof typeof TAG, text: string) => encode(tag, Buffer.from(text))

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const TRUE = encode('boolean', Buffer.of(0xff))

/** How RFC 5280 writes that a certificate has no date on which it ends. */
const NEVER = encodeText('time', '99991231235959Z')
const DAY_MS = 86_400_000

/** Since yesterday: the machine's clock may be set back. */
const encodeStart = (now: Date) => {
  const digits = new Date(now.getTime() - DAY_MS).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return encodeText('utcTime', `${digits}Z`)
}

/**
 * A certificate for servers on this machine that signs itself (RFC 5280), and its key, in PEM. Node can read
 * certificates but not create them, and not every machine has openssl.
 */
export const createCertificate = (commonName: string, now = new Date()): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = encode(
    'sequence',
    encode('set', encode('sequence', COMMON_NAME, encodeText('utf8', commonName))),
  )
  const names = [encodeText('dnsName', 'localhost'), encode('ipAddress', Buffer.of(127, 0, 0, 1))]
  const extensions = [
    encode('sequence', BASIC_CONSTRAINTS, TRUE, encode('octets', encode('sequence', TRUE))),
    encode('sequence', ALTERNATIVE_NAMES, encode('octets', encode('sequence', ...names))),
  ]
  const algorithm = encode('sequence', ECDSA_WITH_SHA256)
  const content = encode(
    'sequence',
    encode('version', encode('integer', Buffer.of(2))),
    encode('integer', Buffer.of(1), randomBytes(15)),
    algorithm,
    name,
    encode('sequence', encodeStart(now), NEVER),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode('extensions', encode('sequence', ...extensions)),
  )
  const signature = encode('bits', Buffer.of(0), sign('sha256', content, privateKey))
  const lines =
    encode('sequence', content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

/** The files of the installation's certificate, which are created when it first starts. */
export const loadCertificate = (directory: string): Certificate => {
  const tls = join(directory, 'tls')
  const files = { key: join(tls, 'event-store.key'), certificate: join(tls, 'event-store.crt') }
  if (existsSync(files.key) && existsSync(files.certificate)) return files
  mkdirSync(tls, { recursive: true, mode: 0o700 })
  const created = createCertificate('Hearth event store')
  // The certificate comes last: with one of the two files missing, both are created again.
  for (const name of ['key', 'certificate'] as const) {
    const partial = `${files[name]}.partial`
    writeFileSync(partial, created[name], { mode: 0o600 })
    renameSync(partial, files[name])
  }
  return files
}
