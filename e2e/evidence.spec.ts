import { allowed } from '@hearth/platform/testing/allowed'
import { noisePicture } from '@hearth/platform/testing/pictures'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './axe.ts'
import { signInAfterStay } from './endedStay.ts'
import { expect, openPageAs, send, test } from './fixtures.ts'
import { findFaults } from './layout/faults.ts'
import { loaded, pictures, SIZES } from './pictures.ts'

const PHOTOS = 40
const zClaim = z.looseObject({
  incidentId: z.string(),
  evidence: z.array(z.looseObject({ type: z.string(), sha256: z.string() })),
})
const STAIN = 'Red wine was poured over the sofa, the seat and both cushions are stained.'

/** What a browser says of each shift of the layout (https://wicg.github.io/layout-instability). */
type LayoutShift = PerformanceEntry &
  Readonly<{
    value: number
    hadRecentInput: boolean
    sources: readonly Readonly<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>[]
  }>

/** A real recording of two seconds, by the browser's own recorder. */
const recordVideo = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    let hue = 0
    const drawing = setInterval(() => {
      if (!pen) return
      pen.fillStyle = `hsl(${(hue += 9)} 60% 50%)`
      pen.fillRect(0, 0, canvas.width, canvas.height)
    }, 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
    recorder.start()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    recorder.stop()
    await stopped
    clearInterval(drawing)
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  })

/** Plays the video of a page from its beginning to its end, which its player knows from the parts that it read. */
const play = async (page: Page): Promise<void> => {
  const video = page.getByLabel('Video: Sofa').first()
  await video.scrollIntoViewIfNeeded()
  await video.evaluate(async (element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('This is no video')
    element.muted = true
    await element.play()
  })
  const read = () =>
    video.evaluate((element) =>
      element instanceof HTMLVideoElement
        ? {
            seconds: element.currentTime,
            ended: element.ended,
            duration: element.duration,
            width: element.videoWidth,
          }
        : undefined,
    )
  await expect.poll(async () => (await read())?.ended, { timeout: allowed(20_000) }).toBe(true)
  const played = await read()
  expect(played?.seconds).toBeGreaterThan(1)
  expect(played?.duration).toBeCloseTo(played?.seconds ?? 0, 1)
  expect(played?.width).toBe(300)
}

test('a claim from an incident takes 40 photos and a video, which load when they are seen', async ({
  page,
  browser,
}) => {
  test.setTimeout(allowed(300_000))
  await page.setViewportSize(SIZES.desktop)
  const stay = await signInAfterStay(page, 'Eva Lang')
  const { id: incidentId } = await send(page, '/api/incidents', {
    ...stay,
    category: 'property_damage',
    occurredAt: new Date(Date.now() - 3_600_000).toISOString(),
    description: STAIN,
    peopleHurt: false,
  })
  await page.goto(`/incidents/${incidentId}`)
  await page.getByRole('link', { name: 'Start a claim' }).click()
  await page.getByRole('button', { name: 'Start the claim' }).click()
  await expect(page.getByRole('heading', { name: /^Claim for .* stay/, level: 1 })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const description = page.getByLabel('What happened to what?')
  expect(STAIN.startsWith((await description.inputValue()).replace(/…$/, '').trim())).toBe(true)
  await expect(page.getByRole('link', { name: /^Incident IN-/ })).toBeVisible()
  /** Undefined while the installation is too busy to answer. */
  const readClaim = async () => {
    const answer = await page.request.get(`/api/reimbursements/${id}`)
    return answer.ok() ? zClaim.parse(await answer.json()) : undefined
  }
  await expect.poll(async () => (await readClaim())?.incidentId).toBe(incidentId)

  await description.fill('Sofa')
  await page.getByLabel('What is it?').selectOption('furniture')
  await page.getByLabel(/^A new one costs/).fill('900')
  await page.getByRole('button', { name: 'Add item' }).click()
  await expect(page.getByText('A photo of the damage: Sofa')).toBeVisible()
  const open = page.getByRole('button', { name: 'Open item 1' })
  if ((await open.count()) > 0) await open.click()
  const add = (name: string) => page.locator(`input[aria-label="${name}: Sofa"]`)

  const video = Buffer.from(await recordVideo(page), 'base64')
  await add('Add a video').setInputFiles([
    { name: 'sofa.webm', mimeType: 'video/webm', buffer: video },
    { name: 'page.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<!doctype html>') },
  ])
  await expect(page.getByText('Use a video in the format MP4, MOV or WebM')).toBeVisible()
  await expect(page.getByText('Files that couldn’t be added')).toBeVisible()
  await page.getByRole('button', { name: 'Remove page.mp4' }).click()
  await play(page)
  await expectAccessible(page, 'a draft with a video')
  expect(await page.evaluate(findFaults), 'layout of a draft with a video').toEqual([])
  await pictures(page, 'claim-video-draft')
  await page.setViewportSize(SIZES.desktop)

  const photo = await noisePicture(1600, 1200)
  const photos = Array.from({ length: PHOTOS }, (_, index) => ({
    name: `sofa-${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer: photo,
  }))
  await add('Add a photo').setInputFiles(photos)
  await add('Add a receipt').setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect
    .poll(async () => (await readClaim())?.evidence.length, { timeout: allowed(150_000) })
    .toBe(PHOTOS + 2)
  await expect
    .poll(async () => (await readClaim())?.evidence[0])
    .toMatchObject({ type: 'video/webm', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await page.getByRole('button', { name: 'Send the claim' }).filter({ visible: true }).last().click()
  await expect(page.getByText('Now with the guest')).toBeVisible()

  await page.goto('about:blank')
  await page.setViewportSize(SIZES.phone)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/files/')) asked.push(pathname)
  })
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput)
          Reflect.get(window, 'shifts').push({
            value: entry.value,
            moved: entry.sources.map(({ node, previousRect, currentRect }) => ({
              what: node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent?.slice(0, 200),
              from: previousRect.y,
              to: currentRect.y,
            })),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/reimbursements/${id}`)
  await loaded(page)
  const readShifts = () => page.evaluate<unknown>(() => Reflect.get(window, 'shifts'))
  const listPictures = () => new Set(asked.filter((path) => !path.endsWith('/full')))
  await expect.poll(() => page.locator('main img').count()).toBe(PHOTOS + 1)
  // A browser that doesn't know its network loads what is within 3,000 pixels of the screen.
  const first = listPictures().size
  expect(first, 'pictures that are loaded before they are near the screen').toBeLessThan(PHOTOS)
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      window.scrollTo({ top: y, behavior: 'instant' })
      // The first frame scrolls, and the second one comes once the browser has seen what is near.
      await nextFrame()
      await nextFrame()
    }
  })
  await expect.poll(() => listPictures().size, { timeout: allowed(30_000) }).toBe(PHOTOS + 1)
  expect(await readShifts(), 'layout shifts').toEqual([])
  // Only the video is asked for as a whole.
  expect(new Set(asked.filter((path) => path.endsWith('/full'))).size).toBe(1)
  expect(await page.evaluate(findFaults), 'layout of a claim with 40 photos').toEqual([])
  await pictures(page, 'claim-video')

  const reviewer = await openPageAs(browser, 'support@hearth.example')
  await reviewer.setViewportSize(SIZES.desktop)
  await reviewer.goto(`/reimbursements/${id}`)
  await loaded(reviewer)
  await play(reviewer)
  await expectAccessible(reviewer, 'a review with a video')
  await pictures(reviewer, 'claim-video-review')
  await reviewer.context().close()
})
