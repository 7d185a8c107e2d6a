import { KEEP_ALIVE_MS, REQUEST_WITHIN_MS } from '@hearth/platform/http/connections'
import { CLIENT_LEFT, type HttpMeter } from '@hearth/platform/telemetry/measureHttp'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { compress } from './compress.ts'
import { serveConsole } from './console.ts'
import { findDestination, type Destination } from './destination.ts'
import { fixedHeaders } from './headers.ts'
import { createHostCheck } from './knownHosts.ts'
import { createReceiver, limitConnections } from './receiving.ts'
import { refuse } from './refusal.ts'
import { connectUpstream, type OnFailure } from './upstream.ts'

export type FrontDoorOptions = Readonly<{
  commandServiceUrl: string
  queryServiceUrl: string
  /** The demonstration's outside services; without them there is nothing under `/dev`. */
  outsideUrl?: string | undefined
  /** The console's build. */
  consoleDirectory: string
  /** Whether browsers use https (through a proxy before us). */
  secure: boolean
  /** The address that people use; requests for other hosts than this one and this machine are refused. */
  publicUrl?: URL | undefined
  /**
   * Number of our own proxies between browsers and us, which are trusted for the client's address; none by
   * default.
   */
  hops?: number
  /** The only peers that are believed to be one of them; without it all are. */
  trustedProxies?: BlockList | undefined
  /** RATE_LIMIT_FACTOR: widens what one network may hold. */
  factor?: number
  onFailure: OnFailure
  /** The address to which pages report errors, behind `/monitoring` on this origin. */
  monitoringDsn?: string | undefined
  /** The style of the street map that pages show. */
  mapStyleUrl?: URL | undefined
  meter?: HttpMeter | undefined
}>

export type FrontDoor = Readonly<{ server: Server; close: () => Promise<void> }>

const finishWithin = 8_000

const answerHealth = (response: ServerResponse, headers: Readonly<Record<string, string>>) =>
  response
    .writeHead(200, {
      ...headers,
      'content-type': 'text/plain',
      'content-length': 2,
      'cache-control': 'no-store',
    })
    .end('ok')

/**
 * One host, of letters, digits, dots, dashes and a port: a service behind us may parse another form
 * differently.
 */
const isHostPlain = (rawHeaders: readonly string[]): boolean => {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  return (
    hosts.length <= 1 && hosts.every((host) => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host))
  )
}

/** Requests by destination; timed until a service's answer begins to arrive, or until the end of our own. */
const measure = (
  meter: HttpMeter,
  request: IncomingMessage,
  response: ServerResponse,
  destination: Destination,
) => {
  const begun = performance.now()
  let answered: number | undefined
  meter.begin()
  response.once('pipe', () => (answered = performance.now()))
  response.once('close', () => {
    meter.end(
      request.method,
      destination,
      response.headersSent ? response.statusCode : CLIENT_LEFT,
      ((answered ?? performance.now()) - begun) / 1_000,
    )
  })
}

/** What is behind the front door: the services, whose connections are kept, and the console. */
const openDestinations = (
  options: Omit<FrontDoorOptions, 'meter' | 'factor'>,
  headers: Readonly<Record<string, string>>,
) => {
  const { outsideUrl, consoleDirectory, secure, hops = 0, trustedProxies, onFailure } = options
  const { monitoringDsn, mapStyleUrl } = options
  const protocol = secure ? 'https' : 'http'
  const connect = (target: string) =>
    connectUpstream({ target, protocol, hops, trustedProxies, onFailure, headers })
  const command = connect(options.commandServiceUrl)
  const query = connect(options.queryServiceUrl)
  const outside = outsideUrl === undefined ? undefined : connect(outsideUrl)
  const upstreams = [command, query, ...(outside ? [outside] : [])]
  const answerConsole = serveConsole({ directory: consoleDirectory, secure, monitoringDsn, mapStyleUrl })
  return {
    answer: (destination: Destination, request: IncomingMessage, response: ServerResponse): void => {
      if (destination === 'query') query.forward(request, response)
      else if (destination === 'command') command.forward(request, response)
      else if (destination === 'console') answerConsole(request, response)
      else if (destination === 'health') answerHealth(response, headers)
      else if (destination === 'outside' && outside) outside.forward(request, response)
      else refuse(response, destination === 'malformed' ? 'MALFORMED' : 'NOT_FOUND', headers)
    },
    endStreams: (): void => upstreams.forEach((upstream) => upstream.endStreams()),
    close: (): void => upstreams.forEach((upstream) => upstream.close()),
  }
}

/** The one origin that browsers see: the API of two services, and the console. */
export const openFrontDoor = (options: FrontDoorOptions): FrontDoor => {
  const { secure, publicUrl, hops = 0, trustedProxies, factor = 1, meter } = options
  const headers = fixedHeaders(secure)
  const isKnownHost = createHostCheck(publicUrl)
  const destinations = openDestinations(options, headers)
  const receive = createReceiver({ hops, trustedProxies, factor, headers })

  let isClosing = false
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      noDelay: true,
    },
    (request, response) => {
      const found = isHostPlain(request.rawHeaders)
        ? findDestination(request.method ?? '', request.url ?? '')
        : 'malformed'
      // Load balancers ask for the health of an address.
      const destination = found === 'health' || isKnownHost(request.headers.host) ? found : 'malformed'
      if (meter) measure(meter, request, response, destination)
      // A connection that is kept is busy until here.
      response.once('close', () => isClosing && server.closeIdleConnections())
      compress(request, response, () =>
        receive(request, response, () => destinations.answer(destination, request, response)),
      )
    },
  )
  // Behind proxies of our own every connection is theirs.
  if (hops === 0) limitConnections(server, factor)

  const close = async () => {
    isClosing = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    destinations.endStreams()
    server.closeIdleConnections()
    const insist = setTimeout(() => server.closeAllConnections(), finishWithin)
    await closed
    clearTimeout(insist)
    destinations.close()
  }
  return { server, close }
}
