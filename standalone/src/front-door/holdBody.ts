import type { IncomingMessage } from 'node:http'
import { watchBodySpeed } from '@hearth/platform/http/bodySpeed'

/** Bytes of a body that are held: more than anything but a file has. */
export const MAX_HELD_BYTES = 200_000

export type Held = Readonly<{
  /** The body is whole, or too large to hold; it can be read from its beginning. */
  onReady: () => void
  /** The body has fallen behind the least speed. */
  onSlow: () => void
  /** Runs before either of them, and when the sender leaves. */
  onEnd: () => void
}>

/** Keeps a request until its body is whole. The answer gives it up as too slow. */
export const holdBody = (request: IncomingMessage, { onReady, onSlow, onEnd }: Held): (() => void) => {
  const chunks: Buffer[] = []
  let size = 0
  const stop = (): void => {
    stopWatching()
    request.off('readable', take)
    request.off('close', stop)
    onEnd()
  }
  const take = (): void => {
    for (let chunk: Buffer | null = request.read(); chunk !== null; chunk = request.read()) {
      chunks.push(chunk)
      size += chunk.length
    }
    if (!request.complete && size <= MAX_HELD_BYTES) return
    stop()
    if (size > 0) request.unshift(Buffer.concat(chunks))
    onReady()
  }
  const giveUp = (): void => {
    stop()
    onSlow()
  }
  const stopWatching = watchBodySpeed(() => size, giveUp)
  request.on('readable', take)
  request.once('close', stop)
  return giveUp
}
