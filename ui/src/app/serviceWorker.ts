/** The first page and its data come first. */
const REGISTER_AFTER_MS = 5000
/** Where the worker keeps the page that starts the console (ui/vite.config.ts). */
const PAGE_CACHE = 'hearth-page'

const register = async (): Promise<void> => {
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
  // The page of this visit came before the worker.
  const cache = await caches.open(PAGE_CACHE)
  if ((await cache.match('/')) === undefined) await cache.add('/')
}

/**
 * Registers the service worker of the build. Without one the console works as before, but opens only with a
 * network.
 */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => void register().catch(() => undefined), REGISTER_AFTER_MS)
}
