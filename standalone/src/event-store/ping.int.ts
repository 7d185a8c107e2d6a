import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { createCertificate } from '@hearth/platform/testing/certificate'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventStore } from './server.ts'
import { collect, happened, newStream } from './testStore.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres?.stop())

type Answer = Readonly<{ status: number | undefined; body: string }>

const ask = (url: string, method: string, ca?: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = ca ? requestHttps(url, { method, ca }) : requestHttp(url, { method })
    request.on('error', reject).on('response', (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
    request.end()
  })

const writeAndRead = async (address: string): Promise<void> => {
  const client = EventStoreDBClient.connectionString(address)
  const stream = newStream()
  await client.appendToStream(stream, happened(1))
  expect(await collect(client.readStream(stream))).toHaveLength(1)
  await client.dispose()
}

describe('HTTP on the port of gRPC', () => {
  it('answers a ping and nothing else', async () => {
    const server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl })
    const url = `http://127.0.0.1:${server.port}`
    expect(await ask(`${url}/ping`, 'GET')).toEqual({
      status: 200,
      body: '{"text":"Ping request successfully handled"}',
    })
    expect((await ask(`${url}/ping?format=json`, 'GET')).status).toBe(200)
    for (const [path, method] of [
      ['/ping', 'POST'],
      ['/ping', 'PUT'],
      ['/stats', 'GET'],
      ['/streams/a', 'GET'],
    ] as const)
      expect((await ask(`${url}${path}`, method)).status).toBe(404)
    await writeAndRead(`esdb://127.0.0.1:${server.port}?tls=false`)
    await server.stop()
  })

  it('does so over TLS too', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hearth-ping-'))
    const { key, certificate } = createCertificate(directory, ['DNS:localhost'])
    const ca = readFileSync(certificate)
    const tls = { certificate: ca, key: readFileSync(key) }
    const server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl, tls })
    expect((await ask(`https://localhost:${server.port}/ping`, 'GET', ca)).status).toBe(200)
    await writeAndRead(`esdb://localhost:${server.port}?tlsCAFile=${certificate}`)
    await server.stop()
    rmSync(directory, { recursive: true })
  })

  it('recognises gRPC whose first bytes come one by one, and stops while a connection is silent', async () => {
    const server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl })
    const silent = connect(server.port, '127.0.0.1')
    const slow = connect({ port: server.port, host: '127.0.0.1', noDelay: true })
    const settings = new Promise<Buffer>((resolve) => slow.once('data', resolve))
    for (const byte of 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') {
      slow.write(byte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    slow.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]))
    // The server's own settings: a frame of type 4.
    expect((await settings)[3]).toBe(4)
    const closed = new Promise((resolve) => silent.once('close', resolve).resume())
    slow.destroy()
    await server.stop()
    await closed
  })
})
