import type { EventStoreAddress } from '../config/eventStoreAddress.ts'
import type { ServerProblem } from '../servers/problem.ts'
import { isDenied } from './failure.ts'

/** What the messages of the client and of TLS say, and the sentence for the person who runs the service. */
const CAUSES: readonly (readonly [message: RegExp, describe: (hosts: string) => string])[] = [
  [
    /altnames|does not match certificate/i,
    (hosts) =>
      `The event store’s certificate is not for ${hosts}. Write a name of the certificate in EVENTSTORE_URL.`,
  ],
  [
    /certificate has expired/i,
    (hosts) =>
      `The certificate of the event store at ${hosts}, to which EVENTSTORE_URL leads, has expired. Renew it.`,
  ],
  [
    /certificate|self.signed/i,
    () => 'The event store’s certificate is not trusted. Name its CA in EVENTSTORE_URL with tlsCAFile=….',
  ],
  [
    /wrong version number|protocol error|packet length too long|failed to connect|ECONNRESET|UNIMPLEMENTED/i,
    (hosts) =>
      `What answers at ${hosts} is not an event store, or uses TLS where EVENTSTORE_URL does not. ` +
      'Check the port and tls=… in EVENTSTORE_URL.',
  ],
]

/**
 * Why the event store cannot be used, with the setting to change. Holds no password; `readyz`, the log and
 * the start of a process show it.
 */
export const describeFailure = (error: unknown, { hosts, username }: EventStoreAddress): ServerProblem => {
  if (isDenied(error))
    return {
      sentence:
        username === ''
          ? 'The event store asks for a user. Write user:password@ before the host in EVENTSTORE_URL.'
          : `The event store does not accept user ${username} of EVENTSTORE_URL. ` +
            'Check the password and the user’s rights.',
      mayPass: false,
    }
  const text = error instanceof Error ? error.message : String(error)
  const list = hosts.map(({ name, port }) => `${name}:${port}`).join(', ')
  const [, describe] = CAUSES.find(([message]) => message.test(text)) ?? []
  return describe
    ? { sentence: describe(list), mayPass: false }
    : {
        sentence:
          `The event store at ${list} does not answer. ` +
          'Check that it runs and that EVENTSTORE_URL names it.',
        mayPass: true,
      }
}
