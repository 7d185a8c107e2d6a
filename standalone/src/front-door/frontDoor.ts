import { createServer, type Server, type ServerResponse } from 'node:http'
import { serveConsole } from './console.ts'
import { destinationOf } from './destination.ts'
import { refuse } from './refusal.ts'
import { connectUpstream, type OnFailure } from './upstream.ts'

export type FrontDoorOptions = Readonly<{
  commandServiceUrl: string
  queryServiceUrl: string
  /** The console's build. */
  consoleDirectory: string
  /** Whether browsers reach us by https (through whatever stands before us). */
  secure: boolean
  onFailure: OnFailure
}>

export type FrontDoor = Readonly<{ server: Server; close: () => Promise<void> }>

const finishWithin = 8_000

const answerHealth = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2, 'cache-control': 'no-store' }).end('ok')

/** The one origin that browsers see: the API of two services, and the console. */
export const openFrontDoor = ({ commandServiceUrl, queryServiceUrl, consoleDirectory, secure, onFailure }: FrontDoorOptions): FrontDoor => {
  const protocol = secure ? 'https' : 'http'
  const command = connectUpstream(commandServiceUrl, protocol, onFailure)
  const query = connectUpstream(queryServiceUrl, protocol, onFailure)
  const answerConsole = serveConsole(consoleDirectory, secure)

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, noDelay: true }, (request, response) => {
    const destination = destinationOf(request.method ?? '', request.url ?? '')
    if (destination === 'query') query.forward(request, response)
    else if (destination === 'command') command.forward(request, response)
    else if (destination === 'console') answerConsole(request, response)
    else if (destination === 'health') answerHealth(response)
    else refuse(response, 'MALFORMED')
  })

  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const upstream of [command, query]) upstream.endStreams()
    server.closeIdleConnections()
    const insist = setTimeout(() => server.closeAllConnections(), finishWithin)
    await closed
    clearTimeout(insist)
    for (const upstream of [command, query]) upstream.close()
  }
  return { server, close }
}
