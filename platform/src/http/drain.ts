import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/**
 * Follows a server's connections. The returned function takes no new ones, closes those without a request
 * immediately and the others as soon as their answers are sent; it resolves when all are closed. Node's own
 * `close` keeps a connection that was busy for its keep-alive time, and cuts answers that a slow reader has
 * not taken yet.
 */
export const followConnections = (server: Server): (() => Promise<void>) => {
  const answers = new Map<Socket, Set<ServerResponse>>()
  let closing = false

  server.on('connection', (socket: Socket) => {
    answers.set(socket, new Set())
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const running = answers.get(socket)
    running?.add(response)
    if (closing) response.shouldKeepAlive = false
    response.once('close', () => {
      running?.delete(response)
      if (closing && running?.size === 0) socket.destroySoon()
    })
  })
  return () => {
    closing = true
    for (const [socket, running] of answers) {
      if (running.size === 0) socket.destroySoon()
      for (const response of running) response.shouldKeepAlive = false
    }
    return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  }
}
