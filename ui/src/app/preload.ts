/** The number of pages that are preloaded at a time (docs/domain/console.md#fetching-ahead). */
export const PREFETCH_QUEUE = 5

/** Preloads pages, a few at a time; a page that fails is loaded when it is opened. */
export const preloadAll = async (loads: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const waiting = [...loads]
  const work = async (): Promise<void> => {
    const next = waiting.shift()
    if (!next) return
    await next().catch(() => undefined)
    return work()
  }
  await Promise.all(Array.from({ length: PREFETCH_QUEUE }, work))
}

/**
 * Removes the link of a style that failed to load: while the link exists, Vite treats the style as loaded and
 * would open the page without it.
 */
export const forgetFailedStyles = () =>
  addEventListener(
    'error',
    ({ target }) =>
      void (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.remove()),
    true,
  )
