import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { freePort, isFree } from './freePort.ts'

test('does not choose a port that another process has chosen but not opened yet', async () => {
  const port = await freePort()
  expect(await freePort(port)).toBe(port)
  const another = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--import',
      'tsx',
      '--eval',
      [
        `import { freePort } from ${JSON.stringify(new URL('freePort.ts', import.meta.url).href)}`,
        `console.log(await freePort(${port}))`,
      ].join('\n'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(createInterface(another.stdout), 'line')) as [string]
  expect(Number(line)).toBeGreaterThan(0)
  expect(Number(line)).not.toBe(port)
  expect(await isFree(port)).toBe(true)
})

test('does not choose a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  expect(await isFree(address.port)).toBe(false)
  expect(await freePort(address.port)).not.toBe(address.port)
  server.close()
  await once(server, 'close')
})
