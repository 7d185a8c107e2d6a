const PAUSE_MS = 5_000

/** Something that takes long to fail to open, and is needed by many. */
export type Opener<Opened> = Readonly<{
  open: () => Promise<Opened>
  /** Closes what is open. */
  close: () => Promise<void>
}>

/**
 * Opens when it is first needed. After a failure, callers get the same failure immediately for 5 s: effects
 * that need a queue must not hold up those that don't while it does not answer.
 */
export const createOpener = <Opened extends Readonly<{ close: () => Promise<void> }>>(
  open: () => Promise<Opened>,
): Opener<Opened> => {
  let opening: Promise<Opened> | undefined
  let failedAt: number | undefined
  return {
    open: () => {
      if (failedAt !== undefined && performance.now() - failedAt >= PAUSE_MS) opening = undefined
      if (opening === undefined) {
        failedAt = undefined
        opening = open()
        opening.catch(() => (failedAt = performance.now()))
      }
      return opening
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}
