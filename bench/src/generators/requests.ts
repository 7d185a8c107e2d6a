import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { repeatFor, serveRounds } from './generator.ts'

export type RequestsInput = Readonly<{ baseUrl: string; clients: number }>

/** Sends the commands in turn and starts over after the last; every request has a key of its own. */
export type RequestsRound = Readonly<{
  seconds: number
  headers: Readonly<Record<string, string>>
  commands: readonly Readonly<{ path: string; body: unknown }>[]
}>

serveRounds(({ baseUrl, clients }: RequestsInput) => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, noDelay: true })
  const { hostname, port } = new URL(baseUrl)
  const send = (path: string, headers: Readonly<Record<string, string>>, body: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          hostname,
          port,
          path,
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': randomUUID(),
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () => {
            const { statusCode = 0 } = answer
            if (statusCode === 503 || statusCode < 300) resolve(statusCode !== 503)
            else reject(new Error(`${path} answered ${statusCode} ${Buffer.concat(chunks)}`))
          })
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
  return ({ seconds, headers, commands }: RequestsRound) => {
    const ready = commands.map(({ path, body }) => ({ path, body: JSON.stringify(body) }))
    let index = 0
    return repeatFor(seconds, clients, async () => {
      const command = ready[index++ % ready.length]
      return command !== undefined && send(command.path, headers, command.body)
    })
  }
})
