import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { PART_AFTER_MS } from '@hearth/platform/http/connections'

/** The number of connections that a browser opens to one host; further requests wait in it. */
const BROWSER_CONNECTIONS = 6

/** Status 0 stands for a failed connection. */
export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>
export type Browser = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Answer>

/** One person's browser, with its own connections and session. */
export const openBrowser = (baseUrl: string, session: Readonly<Record<string, string>>): Browser => {
  const agent = new Agent({
    keepAlive: true,
    noDelay: true,
    maxSockets: BROWSER_CONNECTIONS,
    timeout: PART_AFTER_MS,
  })
  const { hostname, port } = new URL(baseUrl)
  return (method, path, headers, body) =>
    new Promise((resolve) => {
      const fail = (error: Error) => resolve({ status: 0, headers: {}, text: String(error) })
      const contentType = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = request(
        { agent, hostname, port, path, method, headers: { ...session, ...headers, ...contentType } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', fail)
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      sent.once('error', fail)
      sent.end(body)
    })
}
