import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowed } from '@hearth/platform/testing/allowed'
import { expect, onTestFinished, test } from 'vitest'
import { openFrontDoor } from './frontDoor.ts'

/** What happens to live updates, in this order. */
const steps = ['the request', 'the first event', 'the second event'] as const

const listen = async (server: ReturnType<typeof createServer>): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const openDoor = async () => {
  const service = createServer()
  const url = await listen(service)
  const consoleDirectory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
  onTestFinished(() => rmSync(consoleDirectory, { recursive: true }))
  writeFileSync(join(consoleDirectory, 'index.html'), '')
  const door = openFrontDoor({
    commandServiceUrl: url,
    queryServiceUrl: url,
    consoleDirectory,
    secure: false,
    onFailure: () => undefined,
  })
  onTestFinished(() => void service.close())
  return { service, door, origin: await listen(door.server) }
}

const play = async (
  step: (typeof steps)[number],
  response: ServerResponse,
  client: Promise<IncomingMessage>,
) => {
  if (step === 'the request') return
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`data: ${step}\n\n`)
  // The front door sends the head with the first event.
  await client
}

test.each(steps.map((step, index) => [step, index] as const))(
  'ends live updates when it closes after %s',
  async (_step, closesAfter) => {
    const { service, door, origin } = await openDoor()
    const asked = once(service, 'request')
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const client = once(get(`${origin}/api/live`, { agent }), 'response').then(
      ([response]) => response as IncomingMessage,
    )
    const [, response] = (await asked) as [IncomingMessage, ServerResponse]
    response.on('error', () => undefined)

    let closing: Promise<void> | undefined
    let began = performance.now()
    for (const [index, step] of steps.entries()) {
      await play(step, response, client)
      if (index !== closesAfter) continue
      began = performance.now()
      closing = door.close()
    }
    const received = await client
    await Promise.all([once(received.resume(), 'end'), closing])
    expect(received.complete).toBe(true)
    expect(performance.now() - began).toBeLessThan(allowed(2_000))
  },
)
