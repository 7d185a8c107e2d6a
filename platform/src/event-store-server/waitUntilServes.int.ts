import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../process/freePort.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { waitUntilServes } from './waitUntilServes.ts'

test('waits for an answer to a read, not for an open port', async () => {
  const port = await freePort()
  let connections = 0
  const silent = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(port, '127.0.0.1')
  await once(silent, 'listening')
  const over = new AbortController()
  const serves = waitUntilServes(port, over.signal)
  await waitUntil(() => connections > 4)
  over.abort()
  await expect(serves).rejects.toThrow(/abort/i)
  silent.close()
})
