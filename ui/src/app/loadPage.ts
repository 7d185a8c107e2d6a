import { queryClient } from '../data/records/queryClient.ts'

/** The page's code did not arrive. Its own words, because a browser's message shows addresses of files. */
export class PageLoadError extends Error {
  override name = 'PageLoadError'
  override message = 'The code of this page did not arrive.'
}

const KEY = 'hearth.reloaded-for'
const findEntry = (html: string) => /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]

/** The first script of the version that the server has now, if it is another than that of this page. */
const findNewVersion = async (): Promise<string | undefined> => {
  const answer = await fetch('/', { cache: 'no-store' })
  const entry = answer.ok ? findEntry(await answer.text()) : undefined
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
  return entry === own?.getAttribute('src') ? undefined : entry
}

/** Resolves when no command is running or waiting: a reload would lose it. */
const whenCommandsAreSent = () =>
  new Promise<void>((resolve) => {
    const cache = queryClient.getMutationCache()
    const check = () => {
      if (queryClient.isMutating() > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = cache.subscribe(check)
    check()
  })

const reload = async (): Promise<never> => {
  await whenCommandsAreSent()
  location.reload()
  return new Promise(() => undefined)
}

/**
 * Loads the code of a page that is being opened. After a deployment its files have other names: then the
 * window is loaded again, once for each version. Throws `PageLoadError`.
 */
export const loadPage = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    const version = await findNewVersion().catch(() => undefined)
    if (version === undefined || sessionStorage.getItem(KEY) === version) throw new PageLoadError()
    sessionStorage.setItem(KEY, version)
    return reload()
  }
}

/** Loads the window again as soon as there is a network; the answer stops waiting. */
export const reloadWhenOnline = (): (() => void) => {
  const again = () => void reload()
  window.addEventListener('online', again, { once: true })
  return () => window.removeEventListener('online', again)
}
