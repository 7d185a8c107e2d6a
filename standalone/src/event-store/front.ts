import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** What every HTTP/2 connection begins with, and no HTTP/1.1 request does. */
const HTTP2 = Buffer.from('PRI')
const FIRST_BYTES_MS = 10_000

const answerHttp = (request: IncomingMessage, response: ServerResponse): void => {
  const isPing = request.method === 'GET' && request.url?.split('?')[0] === '/ping'
  const text = isPing
    ? 'Ping request successfully handled'
    : 'The embedded event store answers GET /ping only'
  response.writeHead(isPing ? 200 : 404, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ text }))
}

/** Looks at the first bytes of a connection, which stay for its reader. */
const recogniseHttp2 = (socket: Socket, found: (isHttp2: boolean) => void): void => {
  let first = Buffer.alloc(0)
  const fail = (): void => void socket.destroy()
  const read = (): void => {
    const chunk: Buffer | null = socket.read()
    if (chunk === null) return
    first = Buffer.concat([first, chunk])
    if (first.length < HTTP2.length) return
    socket.setTimeout(0)
    for (const event of ['timeout', 'end', 'error']) socket.off(event, fail)
    socket.off('readable', read)
    socket.unshift(first)
    found(first.subarray(0, HTTP2.length).equals(HTTP2))
  }
  socket.setTimeout(FIRST_BYTES_MS)
  for (const event of ['timeout', 'end', 'error']) socket.on(event, fail)
  socket.on('readable', read)
}

type Tls = Readonly<{ certificate: Buffer; key: Buffer }>
export type Listening = Readonly<{ port: number; close: () => void }>

const openServer = (tls: Tls | undefined, accept: (socket: Socket) => void): Server =>
  tls
    ? createTlsServer({ cert: tls.certificate, key: tls.key, ALPNProtocols: ['h2', 'http/1.1'] }, accept)
    : createServer(accept)

/**
 * Listens for gRPC and for HTTP/1.1 on one port, which the gRPC server cannot do. Connections that speak HTTP/2
 * are handed to it untouched.
 */
export const startFront = async (
  listen: Readonly<{ host: string; port: number; tls: Tls | undefined }>,
  acceptHttp2: (socket: Socket) => void,
): Promise<Listening> => {
  const http = createHttpServer(answerHttp)
  const unknown = new Set<Socket>()
  const server = openServer(listen.tls, (socket) => {
    socket.setNoDelay(true)
    unknown.add(socket)
    socket.once('close', () => unknown.delete(socket))
    recogniseHttp2(socket, (isHttp2) => {
      unknown.delete(socket)
      if (isHttp2) acceptHttp2(socket)
      else http.emit('connection', socket)
    })
  })
  server.listen(listen.port, listen.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () => {
      server.close()
      http.closeAllConnections()
      for (const socket of unknown) socket.destroy()
    },
  }
}
