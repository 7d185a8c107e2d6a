import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@hearth/platform/process/freePort'
import { allowed } from '@hearth/platform/testing/allowed'
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver'
import { baseUrl } from '../fixtures.ts'

const PACKAGES = 'Install the packages webkit2gtk-driver, xvfb and dbus.'
const WAIT_MS = 15_000
const PAUSE_MS = 50

/** WebKitGTK's small browser, which Debian installs beside the library. */
const findMiniBrowser = (): string => {
  for (const machine of readdirSync('/usr/lib'))
    for (const version of ['4.1', '4.0']) {
      const path = `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`
      try {
        accessSync(path)
        return path
      } catch {
        continue
      }
    }
  throw new Error(`WebKitGTK's MiniBrowser is missing. ${PACKAGES}`)
}

const start = (program: string, args: readonly string[], options: object): ChildProcess => {
  const child = spawn(program, args, options)
  child.once('error', (error) => {
    throw new Error(`${program} cannot be started. ${PACKAGES}`, { cause: error })
  })
  return child
}

/** A display in memory, with a number that is free. */
const startDisplay = async () => {
  const args = ['-displayfd', '3', '-screen', '0', '1440x960x24', '-nolisten', 'tcp']
  const child = start('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { display: `:${String(number).trim()}`, stop: () => child.kill() }
}

/** The driver on its own session bus: without one, MiniBrowser waits for it. */
const startDriver = async (display: string) => {
  const home = mkdtempSync(join(tmpdir(), 'hearth-webkit-'))
  const port = await freePort()
  const child = start('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + allowed(WAIT_MS); ; await delay(PAUSE_MS)) {
    const answer = await fetch(`${url}/status`).catch(() => undefined)
    if (answer?.ok === true) break
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer')
  }
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { url, stop }
}

const ROLES = readFileSync(
  join(
    createRequire(import.meta.url).resolve('@testing-library/dom'),
    '../../dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)
/** Collects what the page does wrong; policy violations also from before it was asked. */
const WATCH = `
  if (window.faultsSeen) return
  window.faultsSeen = []
  const add = (text) => window.faultsSeen.push(text)
  addEventListener('error', ({ message }) => add('script: ' + message))
  addEventListener('unhandledrejection', ({ reason }) => add('promise: ' + reason))
  const policy = ({ body }) => add('policy: ' + body.effectiveDirective + ' ' + body.blockedURL)
  new ReportingObserver((reports) => reports.forEach(policy), { types: ['csp-violation'], buffered: true }).observe()
`
/** The first visible element of a role whose name matches a pattern; null while there is none. */
const FIND = `
  const [role, name] = arguments
  const { queryAllByRole } = window.TestingLibraryDom
  return queryAllByRole(document.body, role, { name: new RegExp(name) })[0] ?? null
`

/** One window of WebKit, asked by roles and names as people would. */
export type WebKit = Readonly<{
  driver: WebDriver
  open: (path: string) => Promise<void>
  /** Waits until there is one. */
  find: (role: string, name: RegExp) => Promise<WebElement>
  /** Waits until the page shows this text. */
  says: (text: string) => Promise<void>
  /** Waits until there is none. */
  gone: (role: string, name: RegExp) => Promise<void>
  /** What the pages did wrong since the last `open`. */
  faults: () => Promise<readonly string[]>
  close: () => Promise<void>
}>

const openWindow = (url: string): Promise<WebDriver> =>
  new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // Scripts are watched from their first moment.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
    })
    .build()

export const openWebKit = async (): Promise<WebKit> => {
  const display = await startDisplay()
  const server = await startDriver(display.display)
  const driver = await openWindow(server.url)
  await driver.manage().window().setRect({ width: 1280, height: 860, x: 0, y: 0 })

  const query = async (role: string, name: RegExp): Promise<WebElement | null> => {
    if ((await driver.executeScript('return document.body && typeof window.TestingLibraryDom')) !== 'object')
      await driver.executeScript(ROLES)
    return driver.executeScript<WebElement | null>(FIND, role, name.source)
  }
  const wait = async <T>(what: string, ask: () => Promise<T | null>): Promise<T> => {
    for (const deadline = Date.now() + allowed(WAIT_MS); ; await delay(PAUSE_MS)) {
      const answer = await ask()
      if (answer !== null) return answer
      if (Date.now() > deadline)
        throw new Error(
          `${what} in vain; the page says: ${await driver.executeScript('return document.body.innerText')}`,
        )
    }
  }
  return {
    driver,
    open: async (path) => {
      const readOrigin = () => driver.executeScript('return performance.timeOrigin')
      const before = await readOrigin()
      await driver.get(`${baseUrl()}${path}`)
      // Between two documents no script can answer.
      await wait(`Opened ${path}`, async () =>
        (await readOrigin().catch(() => before)) === before ? null : true,
      )
      await driver.executeScript(WATCH)
    },
    find: (role, name) => wait(`Waited for ${role} ${name}`, () => query(role, name)),
    says: async (text) => {
      await wait(`Waited for “${text}”`, async () =>
        (await driver.executeScript<string>('return document.body.innerText')).includes(text) ? true : null,
      )
    },
    gone: async (role, name) => {
      await wait(`Waited for ${role} ${name} to go`, async () =>
        (await query(role, name)) === null ? true : null,
      )
    },
    faults: () => driver.executeScript('return window.faultsSeen'),
    close: async () => {
      await driver.quit()
      server.stop()
      display.stop()
    },
  }
}
