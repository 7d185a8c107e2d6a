import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = Readonly<{
  port: number
  /**
   * From now on bytes vanish in both directions while connections stay open, new ones included: a half-open
   * link.
   */
  blackhole: () => void
  /** The far side seems frozen: it gets what is sent, and its answers vanish. */
  freeze: () => void
  /**
   * Drops the connections caught in the hole silently on the far side, and passes bytes for new ones again.
   */
  heal: () => void
  /** Resets every connection. */
  reset: () => void
  /** Connections accepted so far. */
  accepted: () => number
  close: () => Promise<void>
}>

/**
 * Passes TCP on to a port, of this machine unless a host is given, with the faults of a network
 * (docs/domain/faults.md#half-open-connections). It listens on any free port unless one is given.
 */
export const startTcpProxy = async (
  targetPort: number,
  { host = '127.0.0.1', port: ownPort = 0 }: Readonly<{ host?: string; port?: number }> = {},
): Promise<TcpProxy> => {
  const pairs = new Set<Readonly<{ near: Socket; far: Socket }>>()
  let swallowing = false
  let frozen = false
  let accepted = 0
  const server = createServer((near) => {
    accepted += 1
    const far = connect(targetPort, host)
    const pair = { near, far }
    pairs.add(pair)
    let lost = swallowing
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        lost ||= swallowing
        if (!lost && !(frozen && from === far)) to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        lost ||= swallowing
        if (lost && from === far) return
        pairs.delete(pair)
        to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(ownPort, '127.0.0.1', resolve),
  )
  const { port } = server.address() as AddressInfo
  const destroyAll = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
    pairs.clear()
  }
  return {
    port,
    blackhole: () => {
      swallowing = true
    },
    freeze: () => {
      frozen = true
    },
    heal: () => {
      swallowing = false
      frozen = false
    },
    reset: destroyAll,
    accepted: () => accepted,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      destroyAll()
      await closed
    },
  }
}
