import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { createBatchAppendOpener, setFlowControlWindow } from './clientInternals.ts'

const root = join(import.meta.dirname, '../../..')
const NOT_PUBLIC =
  /\b(GRPCStreamCreator|callArguments|createChannel|internalChannel|getGRPCClient|handleError|_createSecureConnector)\b/
const WORKSPACES = ['platform', 'command-service', 'projector', 'query-service', 'standalone', 'bench']

const openClient = () => EventStoreDBClient.connectionString('esdb://127.0.0.1:1?tls=false')

test('finds the members of the client that we use, and they work as expected', async () => {
  const client = openClient()
  expect(client['GRPCStreamCreator']).toBeTypeOf('function')
  const [metadata, options] = client['callArguments']({}, { deadline: Infinity })
  expect(metadata.getMap()).toBeTypeOf('object')
  expect(options).toMatchObject({ deadline: Infinity })

  setFlowControlWindow(client, 123_456)
  const channel = await client['createChannel']()
  try {
    expect(channel['internalChannel'].getOptions()).toMatchObject({
      'grpc-node.flow_control_window': 123_456,
    })
  } finally {
    channel.close()
    await client.dispose()
  }
})

test('opens a call once for each connection, and again after it is forgotten', async () => {
  const client = openClient()
  const opened: (() => void)[] = []
  const open = createBatchAppendOpener(client, (call, forget) => {
    call.on('error', () => {})
    opened.push(forget)
  })
  const first = await open()
  expect(await open()).toBe(first)
  opened[0]?.()
  const second = await open()
  expect(second).not.toBe(first)
  expect(opened).toHaveLength(2)
  first.cancel()
  second.cancel()
  await client.dispose()
})

test('finds no other file that uses them', () => {
  const users = WORKSPACES.flatMap((workspace) =>
    readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          file.endsWith('.ts') && NOT_PUBLIC.test(readFileSync(join(root, workspace, 'src', file), 'utf8')),
      )
      .map((file) => `${workspace}/src/${file}`),
  )
  expect(users.toSorted()).toEqual([
    'platform/src/event-store/clientInternals.test.ts',
    'platform/src/event-store/clientInternals.ts',
  ])
})
