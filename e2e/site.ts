import { serveConsole } from '@hearth/standalone/front-door/console'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { baseUrl } from './fixtures.ts'

export const DIST = join(import.meta.dirname, '../ui/dist')

const forward = (request: IncomingMessage, response: ServerResponse): void => {
  const { host } = new URL(baseUrl())
  const onward = ask(
    `${baseUrl()}${request.url ?? '/'}`,
    { method: request.method ?? 'GET', headers: { ...request.headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

type Options = Partial<Parameters<typeof serveConsole>[0]>
const serving = (options: Options) => serveConsole({ directory: DIST, secure: false, ...options })

/** A console with settings of its own in front of the installation; `deploy` replaces it. */
export const startSite = async (options: Options = {}) => {
  let serve = serving(options)
  const server = createServer((request, response) =>
    request.url?.startsWith('/api') ? forward(request, response) : serve(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (next: Options) => {
      serve = serving(next)
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
