import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@hearth/contracts/kernel/ids'
import { expect, test } from 'vitest'
import { createCommandSender } from './commandSender.ts'

test('a command whose answer isn’t whole is sent again with the same key', async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    request.resume()
    if (keys.length === 1) response.writeHead(408, { Connection: 'close' }).end()
    else response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":"b1"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const key = newId()
  const send = createCommandSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token')
  expect(await send({ path: '/api/bookings', body: {}, key })).toMatchObject({ ok: true, id: 'b1' })
  expect(keys).toEqual([key, key])
  await new Promise((resolve) => server.close(resolve))
})
