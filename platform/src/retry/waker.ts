/**
 * Lets one loop sleep until something happened since it last looked; nothing that happens in between is
 * missed.
 */
export const createWaker = () => {
  let happened = false
  let resolve: (() => void) | undefined
  return {
    wake: (): void => {
      happened = true
      resolve?.()
      resolve = undefined
    },
    /**
     * Resolves at the next `wake`, immediately if there was one since the last call, or after `milliseconds`;
     * with whether there was a wake.
     */
    sleep: async (milliseconds?: number): Promise<boolean> => {
      if (!happened) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((done) => {
          resolve = done
          if (milliseconds !== undefined) timer = setTimeout(done, milliseconds)
        })
        clearTimeout(timer)
      }
      const woken = happened
      happened = false
      return woken
    },
  }
}
export type Waker = ReturnType<typeof createWaker>
