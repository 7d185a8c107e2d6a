import { execFileSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './files.ts'
import { NODES, nodeSettings } from './nodes.ts'

const work = createWorkDirectory()
afterAll(work.remove)

const create = (...names: readonly string[]) =>
  execFileSync(join(root, 'deploy/certificates.sh'), names, { cwd: work.path, stdio: 'pipe' })
/** A file of the volume `certificates`, by the path at which containers see it. */
const readMounted = (path: string | undefined) => readFileSync(join(work.path, path ?? ''), 'utf8')
const certificateOf = (name: string) =>
  new X509Certificate(readMounted(nodeSettings(name)['EVENTSTORE_CERTIFICATE_FILE']))

// First one node, as before the cluster; then those that join it.
create('eventstore')
const alone = certificateOf('eventstore').fingerprint256
create(...NODES)

describe.each(NODES)('the certificate of %s', (name) => {
  const settings = nodeSettings(name)
  const certificate = certificateOf(name)

  it('is for the name that the node advertises, and for no other node', () => {
    expect(certificate.checkHost(settings['EVENTSTORE_NODE_HOST_ADVERTISE_AS'] ?? '')).toBe(name)
    expect(certificate.checkHost('localhost')).toBe('localhost')
    for (const other of NODES.filter((node) => node !== name))
      expect(certificate.checkHost(other)).toBeUndefined()
  })

  it('is signed by the CA that the nodes trust, and has its key', () => {
    const trusted = settings['EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH'] ?? ''
    const ca = new X509Certificate(readMounted(join(trusted, 'ca.crt')))
    expect(certificate.verify(ca.publicKey)).toBe(true)
    const key = createPrivateKey(readMounted(settings['EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE']))
    expect(certificate.checkPrivateKey(key)).toBe(true)
  })

  it('has the common name by which nodes trust each other', () => {
    expect(certificate.subject).toBe('CN=eventstoredb-node')
  })
})

it('keeps the certificate of a node that has one', () => {
  expect(certificateOf('eventstore').fingerprint256).toBe(alone)
})

it('does not replace a CA whose key is elsewhere', () => {
  rmSync(join(work.path, 'ca.key'))
  expect(() => create('eventstore-4')).toThrow(/copy ca\.key/)
})
