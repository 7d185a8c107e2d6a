import type { Readable } from 'node:stream'

/**
 * Lets go of a read or subscription of the client. Destroying it would leave the gRPC call behind it paused
 * with unread messages: it would never see its end, stay in memory, and block the client's `dispose`. So what
 * has already arrived runs off while the call is cancelled.
 */
export const abandon = (
  stream: Readable,
  cancel: () => Promise<void>,
  onFailure: (error: unknown) => void,
): void => {
  stream.removeAllListeners('readable')
  stream.resume()
  cancel().catch(onFailure)
}
