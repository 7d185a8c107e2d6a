import { expect, it } from 'vitest'
import { forgetFailedStyles, preloadAll, PREFETCH_QUEUE } from './preload.ts'

it('preloads every page, at most five at a time, even when some fail', async () => {
  let [running, most, done] = [0, 0, 0]
  const load = (index: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done += 1
    if (index % 3 === 0) throw new Error('no network')
  }
  await preloadAll(Array.from({ length: 23 }, (_, index) => load(index)))
  expect([PREFETCH_QUEUE, most, done]).toEqual([5, 5, 23])
})

it('removes a style that failed to load, so that it is requested again', () => {
  forgetFailedStyles()
  const style = (href: string) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const [failed, loaded, image] = [
    style('failed.css'),
    style('loaded.css'),
    document.createElement('img'),
  ] as const
  document.body.append(failed, loaded, image)
  for (const one of [failed, image]) one.dispatchEvent(new Event('error'))
  expect([failed.isConnected, loaded.isConnected, image.isConnected]).toEqual([false, true, true])
  for (const one of [loaded, image]) one.remove()
})
