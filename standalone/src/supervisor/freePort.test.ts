import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { freePort, isFree } from './freePort.ts'

test('a port that another process was given is not given out, though nobody listens on it yet', async () => {
  const port = await freePort()
  expect(await freePort(port)).toBe(port)
  const another = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--import',
      'tsx',
      '--eval',
      `import { freePort } from ${JSON.stringify(new URL('freePort.ts', import.meta.url).href)}; console.log(await freePort(${port}))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(createInterface(another.stdout), 'line')) as [string]
  expect(Number(line)).toBeGreaterThan(0)
  expect(Number(line)).not.toBe(port)
  expect(await isFree(port)).toBe(true)
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
