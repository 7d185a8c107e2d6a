import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../data/records/queryClient.ts'
import { loadPage, PageLoadError } from './loadPage.ts'

const reload = vi.fn()
const entry = Object.assign(document.createElement('script'), { type: 'module' })
entry.setAttribute('src', '/assets/index-old.js')
let served = '/assets/index-old.js'
let isOnline = true

beforeEach(() => {
  reload.mockClear()
  served = '/assets/index-old.js'
  isOnline = true
  document.head.append(entry)
  vi.stubGlobal('location', { ...location, reload })
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return new Response(`<script type="module" crossorigin src="${served}"></script>`)
  })
})
afterEach(() => {
  entry.remove()
  sessionStorage.clear()
  queryClient.clear()
})

const fail = () =>
  Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${location.origin}/assets/x.js`))
const open = () => {
  const outcome = { error: undefined as unknown }
  void loadPage(fail).catch((error: unknown) => (outcome.error = error))
  return outcome
}

it('loads the window again after a deployment, once for each version', async () => {
  served = '/assets/index-new.js'
  open()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  const again = open()
  await vi.waitFor(() => expect(again.error).toBeInstanceOf(PageLoadError))
  served = '/assets/index-newer.js'
  open()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

it('waits for commands that are running or wait for the network before it loads the window again', async () => {
  served = '/assets/index-new.js'
  let send: () => void = () => undefined
  const sent = new Promise<void>((resolve) => (send = resolve))
  const command = queryClient.getMutationCache().build(queryClient, { mutationFn: () => sent })
  const running = command.execute(undefined)
  open()
  await vi.waitFor(() => expect(sessionStorage.getItem('hearth.reloaded-for')).toBe(served))
  expect(reload).not.toHaveBeenCalled()
  send()
  await running
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it.each(['without a network', 'of the version that the server has'])(
  'does not load the window again for a page %s, and names no file',
  async (which) => {
    isOnline = which !== 'without a network'
    const outcome = open()
    await vi.waitFor(() => expect(outcome.error).toBeInstanceOf(PageLoadError))
    expect(String(outcome.error)).not.toContain('/assets/')
    expect(reload).not.toHaveBeenCalled()
  },
)
