import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEEP_ALIVE_MS, PART_AFTER_MS } from '@hearth/platform/http/connections'
import { allowed } from '@hearth/platform/testing/allowed'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectUpstream } from './upstream.ts'

const serve = async (answer: RequestListener) => {
  const server = createServer(answer)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('closes an idle connection before the service does', async () => {
  const keptFor = 1_000
  const service = await serve((_request, response) => response.end('here'))
  service.server.keepAliveTimeout = keptFor
  let gaveUp: 'we' | 'the service' | undefined
  service.server.on('connection', (socket) => {
    socket.once('end', () => (gaveUp ??= 'we')).once('close', () => (gaveUp ??= 'the service'))
  })
  const upstream = connectUpstream({
    target: service.url,
    protocol: 'http',
    hops: 0,
    onFailure: () => undefined,
    headers: {},
    partAfterMs: (keptFor * PART_AFTER_MS) / KEEP_ALIVE_MS,
  })
  onTestFinished(upstream.close)
  const before = await serve(upstream.forward)
  expect(await (await fetch(before.url)).text()).toBe('here')
  await vi.waitFor(() => expect(gaveUp).toBeDefined(), { timeout: allowed(2 * keptFor), interval: 20 })
  expect(gaveUp).toBe('we')
})
