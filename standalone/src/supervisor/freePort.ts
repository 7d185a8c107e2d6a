import { createServer } from 'node:net'

const tryPort = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined))
    })
  })

/** A free port on 127.0.0.1: the preferred one if it still is, else any. */
export const freePort = async (preferred?: number): Promise<number> => {
  const port = (preferred === undefined ? undefined : await tryPort(preferred)) ?? (await tryPort(0))
  if (port === undefined) throw new Error('no free port on 127.0.0.1')
  return port
}
