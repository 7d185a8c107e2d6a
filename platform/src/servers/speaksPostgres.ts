import { connect } from 'node:net'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const YES = 'S'
const NO = 'N'

/**
 * Whether the server at a port answers the request for TLS as Postgres does, with one of two letters
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL). Undefined when nothing
 * answers within `timeoutMs`. A host that starts with a slash is the directory of a socket.
 */
export const speaksPostgres = (
  { host, port }: Readonly<{ host: string; port: number }>,
  timeoutMs: number,
): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    let connected = false
    const end = (answer: boolean | undefined) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(timeoutMs, () => end(undefined))
    socket.once('connect', () => {
      connected = true
      socket.write(SSL_REQUEST)
    })
    socket.once('data', (bytes) => end([YES, NO].includes(bytes.toString('latin1', 0, 1))))
    // What speaks another protocol may also hang up instead of answering.
    socket.once('close', () => end(connected ? false : undefined))
    socket.once('error', () => end(connected ? false : undefined))
  })
