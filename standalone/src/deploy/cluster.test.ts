import { parseEventStoreAddress } from '@hearth/platform/config/eventStoreAddress'
import { describe, expect, it, test } from 'vitest'
import { substitute } from './exampleSettings.ts'
import { compose, composeOfCluster } from './files.ts'
import { NODES, nodeSettings } from './nodes.ts'

const others = (name: string) => NODES.filter((node) => node !== name).map((node) => `${node}:2113`)
const serviceOf = (name: string) => composeOfCluster.services[name] ?? expect.unreachable(name)
const SERVICES = ['command-service', 'query-service', 'projector'] as const

test('the cluster has three nodes', () => {
  expect(NODES).toEqual(['eventstore', 'eventstore-2', 'eventstore-3'])
})

describe.each(NODES)('node %s', (name) => {
  it('knows the size of the cluster and the other two', () => {
    const { EVENTSTORE_CLUSTER_SIZE, EVENTSTORE_DISCOVER_VIA_DNS, EVENTSTORE_GOSSIP_SEED } =
      nodeSettings(name)
    expect(EVENTSTORE_CLUSTER_SIZE).toBe(String(NODES.length))
    expect(EVENTSTORE_DISCOVER_VIA_DNS).toBe('false')
    expect(EVENTSTORE_GOSSIP_SEED?.split(',')).toEqual(others(name))
  })

  it('advertises its own name to the other nodes and to clients', () => {
    expect(nodeSettings(name)).toMatchObject({
      EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
      EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
      EVENTSTORE_NODE_IP: '0.0.0.0',
      EVENTSTORE_REPLICATION_IP: '0.0.0.0',
    })
  })

  it('keeps its data in a volume of its own', () => {
    const volume = serviceOf(name).volumes.find((mount) => mount.endsWith(':/var/lib/eventstore'))
    expect(volume).toBe(`${name}:/var/lib/eventstore`)
    expect(composeOfCluster.volumes).toHaveProperty([name])
  })

  it('differs from the first node in what is its own only', () => {
    const own =
      /^EVENTSTORE_(GOSSIP_SEED|.*_HOST_ADVERTISE_AS|CERTIFICATE_FILE|CERTIFICATE_PRIVATE_KEY_FILE)$/
    const common = (node: string) =>
      Object.fromEntries(Object.entries(nodeSettings(node)).filter(([field]) => !own.test(field)))
    expect(common(name)).toEqual(common('eventstore'))
    for (const part of ['image', 'restart', 'healthcheck'])
      expect(serviceOf(name)[part]).toEqual(serviceOf('eventstore')[part])
  })

  it('waits for no other node, because none is healthy alone', () => {
    expect(serviceOf(name).depends_on).toBeUndefined()
  })
})

test('the first node keeps the volume and the certificate that it has alone', () => {
  expect(serviceOf('eventstore').volumes).toEqual(compose.services['eventstore']?.volumes)
  const alone = nodeSettings('eventstore', compose)
  expect(nodeSettings('eventstore')).toMatchObject({ ...alone, EVENTSTORE_CLUSTER_SIZE: '3' })
})

test.each(SERVICES)('%s waits for the nodes, and starts without one that has failed', (name) => {
  const { depends_on } = serviceOf(name)
  expect(depends_on).toMatchObject(
    Object.fromEntries(NODES.map((node) => [node, { condition: 'service_healthy', required: false }])),
  )
  expect(depends_on).toMatchObject({ postgres: { condition: 'service_healthy', required: true } })
})

test.each([
  ['command-service', undefined],
  ['query-service', undefined],
  ['projector', 'follower'],
])('%s lists all nodes in EVENTSTORE_URL', (name, preference) => {
  const address = parseEventStoreAddress(substitute(serviceOf(name).environment['EVENTSTORE_URL'] ?? ''))
  if ('problem' in address) expect.unreachable(address.problem)
  expect(address).toMatchObject({
    discovers: false,
    hosts: NODES.map((node) => ({ name: node, port: 2113 })),
    username: 'admin',
    password: nodeSettings('eventstore')['EVENTSTORE_DEFAULT_ADMIN_PASSWORD'],
  })
  expect(address.options.get('tlsCAFile')).toBe('/certificates/ca/ca.crt')
  expect(address.options.get('nodePreference')).toBe(preference)
})
