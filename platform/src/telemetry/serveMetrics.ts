import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

export type MetricsServer = Readonly<{ port: number; close: () => Promise<void> }>

/**
 * `/metrics` on a port of its own, for processes whose own port is the public's or speaks another protocol.
 * Port 0 picks a free one.
 */
export const serveMetrics = (
  options: Readonly<{ port: number; host: string; metrics: Metrics }>,
): Promise<MetricsServer> => {
  const { port, host, metrics } = options
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-length': 0 }).end()
      return
    }
    metrics.metrics().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': metrics.contentType, 'content-length': Buffer.byteLength(text) })
          .end(request.method === 'HEAD' ? undefined : text),
      () => response.writeHead(500, { 'content-length': 0 }).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
}
