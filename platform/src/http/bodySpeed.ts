/** A body is whole within this time, plus what its size takes at the least speed. */
export const BODY_WITHIN_MS = 2_000
/** Bytes a second that a sender keeps up at least: a phone on a poor connection does. */
export const MIN_BYTES_PER_S = 16_000

/**
 * Calls `onSlow` once a body has fallen behind (docs/domain/limits.md#bodies); `received` says how much of it
 * is here. Watches until the answer is called.
 */
export const watchBodySpeed = (received: () => number, onSlow: () => void): (() => void) => {
  const begun = performance.now()
  let turn: NodeJS.Immediate | undefined
  const check = () => {
    // A late event loop first reads what has arrived meanwhile.
    turn = setImmediate(() => {
      const allowedMs = BODY_WITHIN_MS + (received() / MIN_BYTES_PER_S) * 1_000
      const leftMs = allowedMs - (performance.now() - begun)
      if (leftMs > 0) timer = setTimeout(check, leftMs)
      else onSlow()
    })
  }
  let timer = setTimeout(check, BODY_WITHIN_MS)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
