import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort, isFree } from './freePort.ts'

test('a port that was given out is not given out again, though nobody listens on it yet', async () => {
  const port = await freePort()
  expect(await isFree(port)).toBe(true)
  expect(await freePort(port)).not.toBe(port)
})

test('a port on which somebody listens is not given out', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  expect(await isFree(address.port)).toBe(false)
  expect(await freePort(address.port)).not.toBe(address.port)
  server.close()
  await once(server, 'close')
})
